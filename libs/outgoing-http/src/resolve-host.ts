import { lookup, Resolver } from 'node:dns/promises';
import { limitPerKey } from '@svc/kernel';

/** Returns every address of a host name; rejects where it has none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Name or address, without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const LOCALHOST = /^(.+\.)?localhost\.?$/;

/** Error codes for a name that DNS does not know, or a name server that is not there. */
const NOT_IN_DNS = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EREFUSED']);

/**
 * Asks the name servers directly.
 *
 * The system's own look-up runs on four threads for all names: a few names whose servers never answer
 * would hold up every other delivery. It is used only for names that DNS does not know, such as those in
 * a hosts file, and for one of them at a time.
 */
export function systemResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const oneAtATime = limitPerKey(1);
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
