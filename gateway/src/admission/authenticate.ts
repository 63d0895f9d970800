import { DomainError } from '@svc/contracts';
import { hashKey, isKeyText } from '../keys/api-key-text';
import type { ApiKey } from '../keys/key';
import type { KeyCache } from '../keys/key-cache';
import type { FailedAuthentications } from '../limits/failed-authentications';
import type { Exchange } from './exchange';

export interface Authentication {
  readonly keys: KeyCache;
  readonly failures: FailedAuthentications;
}

/** Returns the key of X-API-Key. Node.js joins two such headers with a comma, which is no key. */
export function authenticate(
  exchange: Exchange,
  { keys, failures }: Authentication,
): ApiKey | Promise<ApiKey> {
  const text = exchange.request.headers['x-api-key'];
  if (typeof text !== 'string')
    return rejectAuthentication(exchange, failures, 'X-API-Key is missing.');
  const hash = hashKey(text);
  const known = keys.findCached(hash);
  if (known) return known;
  if (known === null || !isKeyText(text)) return rejectAuthentication(exchange, failures, INVALID);
  // A client at its limit may have a valid key, and shares one query a second with others.
  const found = keys.wasFoundBefore(hash)
    ? keys.find(hash)
    : (failures.runWithinLimit(exchange.client, () => keys.find(hash)) ?? keys.findDelayed(hash));
  return found.then((key) => key ?? rejectAuthentication(exchange, failures, INVALID));
}

const INVALID = 'The API key is not valid.';

async function rejectAuthentication(
  exchange: Exchange,
  failures: FailedAuthentications,
  message: string,
): Promise<never> {
  exchange.quota = await failures.charge(exchange.client);
  throw new DomainError('unauthorized', message);
}
