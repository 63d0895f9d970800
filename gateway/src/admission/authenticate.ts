import { DomainError } from '@svc/contracts';
import { hashOf, isKeyText } from '../keys/api-key-text';
import type { ApiKey } from '../keys/key';
import type { KeyRing } from '../keys/key-ring';
import type { FailedAuthentications } from '../limits/failed-authentications';
import type { Visit } from './visit';

export interface Authentication {
  readonly keys: KeyRing;
  readonly failures: FailedAuthentications;
}

/** The key of the X-API-Key header, or 401. Node.js joins two of them with a comma, which is no key. */
export function authenticate(
  visit: Visit,
  { keys, failures }: Authentication,
): ApiKey | Promise<ApiKey> {
  const text = visit.request.headers['x-api-key'];
  if (typeof text !== 'string') throw unauthorized(visit, failures, 'X-API-Key is missing.');
  const hash = hashOf(text);
  const known = keys.remembered(hash);
  if (known) return known;
  if (known === null || !isKeyText(text)) throw invalidKey(visit, failures);
  // An address that has used up its limit may have a valid key all the same, so it is not refused: it
  // waits, and costs the database no more than one query a second together with all its like.
  const found = failures.withinLimit(visit.address, () => keys.find(hash)) ?? keys.findLater(hash);
  return found.then((key) => {
    if (!key) throw invalidKey(visit, failures);
    return key;
  });
}

const invalidKey = (visit: Visit, failures: FailedAuthentications): DomainError =>
  unauthorized(visit, failures, 'The API key is not valid.');

/** Counts the failure against the client's address, which may turn the 401 into a 429. */
function unauthorized(visit: Visit, failures: FailedAuthentications, message: string): DomainError {
  visit.quota = failures.charge(visit.address);
  return new DomainError('unauthorized', message);
}
