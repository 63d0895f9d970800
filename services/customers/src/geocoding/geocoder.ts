import type { Address, Coordinates } from '../domain/location';

/** Finds where an address is. */
export interface Geocoder {
  /** Never fails: what the provider cannot tell is estimated. May take a provider's time. */
  locate(address: Address): Promise<Coordinates>;
  /** At once and without leaving the process, for use while a transaction is open. */
  estimate(address: Address): Coordinates;
}
