import type { CallOutside } from '@svc/kernel';
import type { Address } from '../domain/location';
import type { Geocoder } from './geocoder';

/** Calls the provider outside the transaction in which the geocoder is used. */
export const locateOutside = (geocoder: Geocoder, ask: CallOutside): Geocoder =>
  geocoder.isRemote
    ? {
        ...geocoder,
        locate({ addressStreet, addressCity, addressState, addressZip }) {
          const address: Address = { addressStreet, addressCity, addressState, addressZip };
          return ask(JSON.stringify(address), () => geocoder.locate(address));
        },
      }
    : geocoder;
