import { mintKey } from '../../keys/api-key-text';
import { DEFAULT_MODE, keyEvent, newKey, type KeyDetails, type KeyRecord } from '../domain/api-key';
import { announcedBy, keyActivity, type Author } from '../domain/operator-activity';
import type { CompanyRecord } from '../domain/company';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';

/** A new key and its text, which is shown only this once. */
export interface KeyWithText {
  readonly record: KeyRecord;
  readonly text: string;
}

/** Adds a key to the company. */
export async function addKey(
  { keys, outbox }: UnitOfWork,
  company: CompanyRecord,
  details: KeyDetails,
  { author, at }: { readonly author: Author; readonly at: Date },
): Promise<KeyWithText> {
  const minted = mintKey(details.mode ?? DEFAULT_MODE);
  const record = await keys.add(newKey(company.id, details, minted, at));
  const event = keyEvent('key.created', record, company, at);
  await outbox.append(announcedBy(author, event, keyActivity('Created', record)));
  return { record, text: minted.text };
}

/** A new key of the company, or not_found. */
export const createKey =
  ({ companies, transact, author, now }: Dependencies) =>
  async (slug: string, details: KeyDetails): Promise<KeyWithText> => {
    const company = await companies.get(slug);
    return transact((unit) => addKey(unit, company, details, { author, at: now() }));
  };
