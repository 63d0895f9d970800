import type { CallOutside } from '@svc/kernel';
import type { Address, Coordinates } from '../domain/location';

export interface Geocoder {
  /** Whether `locate` leaves the process; then no transaction may be open while it runs. */
  readonly isRemote: boolean;
  /** Never fails: without a result from the provider, it estimates. */
  locate(address: Address): Promise<Coordinates>;
  estimate(address: Address): Coordinates;
}

/** Calls the provider outside the transaction in which the geocoder is used. */
export const locateOutside = (geocoder: Geocoder, callOutside: CallOutside): Geocoder =>
  geocoder.isRemote
    ? {
        ...geocoder,
        locate({ addressStreet, addressCity, addressState, addressZip }) {
          const address: Address = { addressStreet, addressCity, addressState, addressZip };
          return callOutside(JSON.stringify(address), () => geocoder.locate(address));
        },
      }
    : geocoder;
