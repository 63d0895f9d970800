import { lookup, Resolver } from 'node:dns/promises';
import { createLimitPerKey } from '@svc/kernel';

/** Rejects when the host has no address. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

export const toHostName = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const LOCALHOST = /^(.+\.)?localhost\.?$/;

const NOT_IN_DNS = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EREFUSED']);

/**
 * The system's look-up has four threads, which a few dead names would block: it is used only for
 * names unknown to DNS, one at a time.
 */
export function createSystemResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const oneAtATime = createLimitPerKey(1);
  return async (host) => {
    if (LOCALHOST.test(host)) return lookUpAddresses(host);
    const lookUps = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = lookUps.flatMap((lookUp) =>
      lookUp.status === 'fulfilled' ? lookUp.value : [],
    );
    if (addresses.length > 0) return addresses;
    for (const lookUp of lookUps) {
      if (lookUp.status === 'rejected' && !isNotInDns(lookUp.reason)) throw lookUp.reason;
    }
    return oneAtATime('system', () => lookUpAddresses(host));
  };
}

const lookUpAddresses = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

const isNotInDns = (error: unknown): boolean =>
  NOT_IN_DNS.has(String(Reflect.get(Object(error), 'code')));
