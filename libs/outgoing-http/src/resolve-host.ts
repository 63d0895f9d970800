import { lookup, Resolver } from 'node:dns/promises';
import { createLimitPerKey } from '@svc/kernel';

/** Rejects when the host has no address. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const LOCALHOST = /^(.+\.)?localhost\.?$/;

/** The name is unknown to DNS, or no name server is there. */
const NOT_IN_DNS = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EREFUSED']);

/**
 * Queries name servers directly: the system's look-up has four threads, which a few dead names
 * would block. It is used only for names unknown to DNS (hosts file), one at a time.
 */
export function systemResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const oneAtATime = createLimitPerKey(1);
  return async (host) => {
    if (LOCALHOST.test(host)) return addressesOf(host);
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    );
    if (addresses.length > 0) return addresses;
    for (const answer of answers) {
      if (answer.status === 'rejected' && !isUnknown(answer.reason)) throw answer.reason;
    }
    return oneAtATime('system', () => addressesOf(host));
  };
}

const addressesOf = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

const isUnknown = (error: unknown): boolean =>
  NOT_IN_DNS.has(String(Reflect.get(Object(error), 'code')));
