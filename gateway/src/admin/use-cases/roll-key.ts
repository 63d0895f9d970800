import { DomainError } from '@svc/contracts';
import { isEnded, shortenLife, toSuccessor } from '../domain/api-key';
import type { KeyReference } from '../persistence/key-repository';
import { writeKey } from './change-key';
import { insertKey, type KeyWithText } from './create-key';
import type { Dependencies } from './dependencies';

const HOUR_MS = 3_600_000;

/** Creates a key with the same settings; the old one expires after `keepHours`. @throws not_found */
export const rollKey =
  ({ transact, author, now }: Dependencies) =>
  (key: KeyReference, keepHours: number): Promise<KeyWithText> =>
    transact(async (unit) => {
      const at = now();
      const old = await unit.keys.lock(key);
      if (isEnded(old, at)) throw new DomainError('not_found', `There is no API key ${old.id}.`);
      const until = new Date(at.getTime() + keepHours * HOUR_MS);
      await writeKey(unit, 'key.changed', shortenLife(old, until), { author, at });
      const company = await unit.companies.getById(old.companyId);
      return insertKey(unit, company, toSuccessor(old, at), { author, at });
    });
