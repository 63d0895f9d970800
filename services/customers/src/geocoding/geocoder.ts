import type { Address, Coordinates } from '../domain/location';

export interface Geocoder {
  /** Whether `locate` leaves the process; then no transaction may be open while it runs. */
  readonly isRemote: boolean;
  /** Never fails: without a result from the provider, it estimates. */
  locate(address: Address): Promise<Coordinates>;
  estimate(address: Address): Coordinates;
}
