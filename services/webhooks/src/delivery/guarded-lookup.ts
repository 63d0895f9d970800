import { isIP, type LookupFunction } from 'node:net';
import type { AddressGuard } from '../domain/address-guard';
import { resolveAny, type NamedHost, type ResolveHost } from './resolve-host';

/** The host has an address that is not public; the error does not reveal which. */
export class BlockedAddress extends Error {
  constructor() {
    super('The host has an address that is not public.');
    this.name = 'BlockedAddress';
  }
}

/** Twice what any receiver has. A name can have thousands, which took 14 ms to check, for each connection. */
const MOST_ADDRESSES = 64;

/**
 * The addresses of a host, every one of which may be connected to.
 *
 * A single forbidden address refuses the host, because the system chooses which one is used.
 */
export async function allowedAddresses(
  named: NamedHost,
  guard: AddressGuard,
  resolve: ResolveHost,
): Promise<readonly string[]> {
  const addresses = await resolveAny(named, resolve);
  if (addresses.length > MOST_ADDRESSES) throw new Error(`${named.host} has too many addresses.`);
  if (!addresses.every(guard.allows)) throw new BlockedAddress();
  return addresses;
}

/**
 * The look-up that a connection of a company uses: exactly the addresses that are checked here are connected to, so
 * that a name cannot resolve to another address afterwards. Literal addresses are not looked up; see
 * `allowedAddresses`.
 */
export const guardedLookup =
  (guard: AddressGuard, resolve: ResolveHost) =>
  (companyId: number): LookupFunction =>
  (host, options, callback) => {
    allowedAddresses({ host, companyId }, guard, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (!first) return callback(new Error(`${host} has no address.`), '');
        return options.all ? callback(null, found) : callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
