import { isSameAddress, type Address, type Coordinates } from '../domain/location';
import type { Geocoder } from '../geocoding/geocoder';

/**
 * Looks addresses up before a transaction opens, so that no lock waits for a provider.
 *
 * The result answers for them inside the transaction; an address that another request changed
 * in between, and that nobody looked up, is estimated.
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
