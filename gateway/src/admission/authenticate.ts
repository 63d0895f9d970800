import { DomainError } from '@svc/contracts';
import { hashOf, isKeyText } from '../keys/api-key-text';
import type { ApiKey } from '../keys/key';
import type { KeyCache } from '../keys/key-cache';
import type { FailedAuthentications } from '../limits/failed-authentications';
import type { Exchange } from './exchange';

export interface Authentication {
  readonly keys: KeyCache;
  readonly failures: FailedAuthentications;
}

/** The key of the X-API-Key header, or 401. Node.js joins two of them with a comma, which is no key. */
export function authenticate(
  exchange: Exchange,
  { keys, failures }: Authentication,
): ApiKey | Promise<ApiKey> {
  const text = exchange.request.headers['x-api-key'];
  if (typeof text !== 'string') return refused(exchange, failures, 'X-API-Key is missing.');
  const hash = hashOf(text);
  const known = keys.remembered(hash);
  if (known) return known;
  if (known === null || !isKeyText(text)) return refused(exchange, failures, INVALID);
  // An address that has used up its limit may still have a valid key, so it is not refused. Its key
  // is looked up in the one query a second that all such addresses share.
  const found = keys.wasFoundBefore(hash)
    ? keys.find(hash)
    : (failures.withinLimit(exchange.client, () => keys.find(hash)) ?? keys.findLater(hash));
  return found.then((key) => key ?? refused(exchange, failures, INVALID));
}

const INVALID = 'The API key is not valid.';

/** Counts the failure against the client, which may turn the 401 into a 429. */
async function refused(
  exchange: Exchange,
  failures: FailedAuthentications,
  message: string,
): Promise<never> {
  exchange.quota = await failures.charge(exchange.client);
  throw new DomainError('unauthorized', message);
}
