import {
  COLLECTIONS,
  CONTEXT_HEADER,
  DomainError,
  listReaders,
  parseQuery,
  REQUEST_ID_HEADER,
  resolveOperation,
  splitTarget,
  type Caller,
  type ProcessName,
  type ServiceName,
} from '@svc/contracts';
import {
  createTrust,
  deriveInternalSecret,
  derivePublicKeys,
  readPublicKeys,
  type PublicKeys,
  type Trust,
} from '@svc/trust';

const TEST_SECRET = 'the one secret of all processes under test';

export const createInternalEnvironment = (process: ProcessName) => ({
  INTERNAL_SECRET: deriveInternalSecret(process, TEST_SECRET),
  INTERNAL_PUBLIC_KEYS: derivePublicKeys(TEST_SECRET),
});

/** Deriving a key takes a while. */
const publicKeys = new Map<string, PublicKeys>();
/** Each trust has a large memory. */
const trusts = new Map<string, Trust>();

export function getTestTrust(process: ProcessName, secret = TEST_SECRET): Trust {
  const name = `${process} ${secret}`;
  const trust = trusts.get(name) ?? newTrust(process, secret);
  trusts.set(name, trust);
  return trust;
}

function newTrust(process: ProcessName, secret: string): Trust {
  const trustedKeys = publicKeys.get(secret) ?? readPublicKeys(derivePublicKeys(secret));
  publicKeys.set(secret, trustedKeys);
  return createTrust(process, {
    INTERNAL_SECRET: deriveInternalSecret(process, secret).split(','),
    INTERNAL_PUBLIC_KEYS: trustedKeys,
  });
}

export interface RequestToSign {
  readonly audience: ServiceName;
  readonly method: string;
  readonly pathAndQuery: string;
  readonly now: Date;
}

/** Signs as the gateway, as the dashboard for a person, or for reach `internal` as a reader of the path. */
export function createHeaderSigner(secret = TEST_SECRET) {
  return (caller: Caller, { audience, method, pathAndQuery, now }: RequestToSign) => {
    const [reader = 'webhooks'] = listReaders(splitTarget(pathAndQuery).path);
    const sender = caller.personId === undefined ? 'gateway' : 'dashboard';
    const issuer = getTestTrust(caller.reach === 'internal' ? reader : sender, secret);
    const operation = caller.reach === 'api' ? findOperationName(method, pathAndQuery) : undefined;
    return {
      [CONTEXT_HEADER]: issuer.signFor(caller)({ audience, operation }, now.getTime()),
      [REQUEST_ID_HEADER]: caller.requestId,
    };
  };
}

/** `none` for a request that the gateway rejects. */
function findOperationName(method: string, pathAndQuery: string): string {
  const { path, query } = splitTarget(pathAndQuery);
  const collection = COLLECTIONS.find((each) => each.path === path);
  if (!collection) return 'none';
  try {
    return resolveOperation(collection, method, parseQuery(query)).name;
  } catch (error) {
    if (error instanceof DomainError) return 'none';
    throw error;
  }
}
