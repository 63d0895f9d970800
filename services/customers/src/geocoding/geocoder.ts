import type { Address, Coordinates } from '../domain/location';

/** Finds where an address is. */
export interface Geocoder {
  /** Whether `locate` leaves the process, which nobody waits for while a transaction is open. */
  readonly isRemote: boolean;
  /** Never fails: where the provider has no answer, it estimates. May take as long as the provider does. */
  locate(address: Address): Promise<Coordinates>;
  /** At once and without leaving the process, for use while a transaction is open. */
  estimate(address: Address): Coordinates;
}
