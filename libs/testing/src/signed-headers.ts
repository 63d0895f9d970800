import {
  COLLECTIONS,
  CONTEXT_HEADER,
  DomainError,
  parseQuery,
  readersOf,
  REQUEST_ID_HEADER,
  resolve,
  splitTarget,
  type Caller,
  type ProcessName,
  type ServiceName,
} from '@svc/contracts';
import {
  internalSecretOf,
  publicKeysFrom,
  readPublicKeys,
  trustOf,
  type PublicKeys,
  type Trust,
} from '@svc/trust';

/** What the secrets of all processes under test are derived from. */
const TEST_SECRET = 'the one secret of all processes under test';

/** INTERNAL_SECRET and INTERNAL_PUBLIC_KEYS of a process under test. */
export const testInternalEnvironment = (process: ProcessName) => ({
  INTERNAL_SECRET: internalSecretOf(process, TEST_SECRET),
  INTERNAL_PUBLIC_KEYS: publicKeysFrom(TEST_SECRET),
});

/** By the secret: every client of an app believes all processes, and a key takes a while to derive. */
const publicKeys = new Map<string, PublicKeys>();
/** By process and secret: each has keys to derive and room for all statements that it remembers. */
const trusts = new Map<string, Trust>();

/** How a process signs and whom it believes, with keys that are derived from one secret. */
export function testTrust(process: ProcessName, secret = TEST_SECRET): Trust {
  const name = `${process} ${secret}`;
  const trust = trusts.get(name) ?? newTrust(process, secret);
  trusts.set(name, trust);
  return trust;
}

function newTrust(process: ProcessName, secret: string): Trust {
  const believed = publicKeys.get(secret) ?? readPublicKeys(publicKeysFrom(secret));
  publicKeys.set(secret, believed);
  return trustOf(process, {
    INTERNAL_SECRET: internalSecretOf(process, secret).split(','),
    INTERNAL_PUBLIC_KEYS: believed,
  });
}

export interface Asked {
  readonly audience: ServiceName;
  readonly method: string;
  readonly pathAndQuery: string;
  readonly now: Date;
}

/** The headers with which a caller is vouched for to the service that is asked. */
export type SignHeaders = (caller: Caller, asked: Asked) => Readonly<Record<string, string>>;

/**
 * Signs as the gateway, as the dashboard where a person asks, and as a context that may read the path
 * where the reach is `internal`.
 */
export function headerSigner(secret = TEST_SECRET): SignHeaders {
  return (caller, { audience, method, pathAndQuery, now }) => {
    const [reader = 'webhooks'] = readersOf(splitTarget(pathAndQuery).path);
    const asker = caller.personId === undefined ? 'gateway' : 'dashboard';
    const issuer = testTrust(caller.reach === 'internal' ? reader : asker, secret);
    const operation = caller.reach === 'api' ? operationOf(method, pathAndQuery) : undefined;
    return {
      [CONTEXT_HEADER]: issuer.vouchFor(caller)({ audience, operation }, now.getTime()),
      [REQUEST_ID_HEADER]: caller.requestId,
    };
  };
}

/** What the gateway admits the request as; `none` for one that it refuses. */
function operationOf(method: string, pathAndQuery: string): string {
  const { path, query } = splitTarget(pathAndQuery);
  const collection = COLLECTIONS.find((each) => each.path === path);
  if (!collection) return 'none';
  try {
    return resolve(collection, method, parseQuery(query)).name;
  } catch (error) {
    if (error instanceof DomainError) return 'none';
    throw error;
  }
}
