import { isSameAddress, type Address, type Coordinates } from '../domain/location';
import type { Geocoder } from './geocoder';

/** What stops an attempt: it needs to know where an address is. */
class NotLocated extends Error {
  constructor(readonly address: Address) {
    super('The address is not located yet.');
    this.name = 'NotLocated';
  }
}

/**
 * Attempts what is one transaction as a whole, with a geocoder that leaves the process between attempts only:
 * one that needs an address located is given up, and made again once that is done. So no connection, of the
 * few that all companies share, waits for a provider.
 */
export async function locateOutside<Result>(
  geocoder: Geocoder,
  attempt: (geocoder: Geocoder) => Promise<Result>,
): Promise<Result> {
  if (!geocoder.isRemote) return attempt(geocoder);
  const located: { readonly address: Address; readonly coordinates: Coordinates }[] = [];
  const known: Geocoder = {
    isRemote: false,
    estimate: geocoder.estimate,
    async locate(wanted) {
      const found = located.find(({ address }) => isSameAddress(address, wanted));
      if (!found) throw new NotLocated(wanted);
      return found.coordinates;
    },
  };
  for (;;) {
    try {
      return await attempt(known);
    } catch (error) {
      if (!(error instanceof NotLocated)) throw error;
      const { address } = error;
      located.push({ address, coordinates: await geocoder.locate(address) });
    }
  }
}
