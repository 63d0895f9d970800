import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { systemLookup } from './system-lookup';

/** Answers every address of a host name that a company has named; rejects where it has none. */
export type ResolveHost = (host: string, companyId: number) => Promise<readonly string[]>;

/** A host, and the company that has named it. */
export interface NamedHost {
  readonly host: string;
  readonly companyId: number;
}

const LOCALHOST = /^(.+\.)?localhost\.?$/;

/** Error codes for a name that DNS does not know, or a name server that is not there. */
const NOT_IN_DNS = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EREFUSED']);

/**
 * Asks the name servers directly.
 *
 * The system's own look-up runs on four threads for all names: a few names whose servers never answer
 * would hold up every other delivery. It is used only for names that DNS does not know, such as those in
 * a hosts file.
 */
export function systemResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const bySystem = systemLookup(addressesOf);
  return async (host, companyId) => {
    if (LOCALHOST.test(host)) return addressesOf(host);
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    );
    if (addresses.length > 0) return addresses;
    for (const answer of answers) {
      if (answer.status === 'rejected' && !isUnknown(answer.reason)) throw answer.reason;
    }
    return bySystem(host, companyId);
  };
}

const addressesOf = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

const isUnknown = (error: unknown): boolean =>
  NOT_IN_DNS.has(String(Reflect.get(Object(error), 'code')));

/** The addresses of a host that may be an address itself. */
export const resolveAny = async (
  { host, companyId }: NamedHost,
  resolve: ResolveHost,
): Promise<readonly string[]> => (isIP(host) ? [host] : resolve(host, companyId));
