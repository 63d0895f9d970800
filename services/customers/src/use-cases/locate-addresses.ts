import { isSameAddress, type Address, type Coordinates } from '../domain/location';
import type { Geocoder } from '../geocoding/geocoder';

/**
 * Calls the geocoder before a transaction opens, so that no lock waits for a provider. An address
 * that another request changed meanwhile is estimated.
 */
export async function locateAddresses(
  geocoder: Geocoder,
  addresses: readonly Address[],
): Promise<(address: Address) => Coordinates> {
  const located: { address: Address; coordinates: Coordinates }[] = [];
  for (const address of addresses) {
    located.push({ address, coordinates: await geocoder.locate(address) });
  }
  return (wanted) =>
    located.find(({ address }) => isSameAddress(address, wanted))?.coordinates ??
    geocoder.estimate(wanted);
}
