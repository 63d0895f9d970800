import { isIP, type LookupFunction } from 'node:net';
import type { AddressGuard } from '../domain/address-guard';
import { resolveAny, type ResolveHost } from './resolve-host';

/** The host has an address that is not public; which one is nobody's business. */
export class BlockedAddress extends Error {
  constructor() {
    super('The host has an address that is not public.');
    this.name = 'BlockedAddress';
  }
}

/**
 * The addresses of a host, every one of which may be connected to.
 *
 * One that may not refuses the host: which of several addresses is used is not ours to choose.
 */
export async function allowedAddresses(
  host: string,
  guard: AddressGuard,
  resolve: ResolveHost,
): Promise<readonly string[]> {
  const addresses = await resolveAny(host, resolve);
  if (!addresses.every(guard.allows)) throw new BlockedAddress();
  return addresses;
}

/**
 * The look-up of a connection: what is checked here is what is connected to, so that a name that
 * changes its answer gains nothing. Literal addresses never get here; see `allowedAddresses`.
 */
export const guardedLookup =
  (guard: AddressGuard, resolve: ResolveHost): LookupFunction =>
  (host, options, callback) => {
    allowedAddresses(host, guard, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (!first) return callback(new Error(`${host} has no address.`), '');
        return options.all ? callback(null, found) : callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
