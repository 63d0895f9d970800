import { mintKey } from '../../keys/api-key-text';
import { DEFAULT_MODE, draftKey, type KeyDetails, type KeyRecord } from '../domain/api-key';
import { createKeyEvents, type Author } from '../domain/events';
import type { CompanyRecord } from '../domain/company';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';

/** The text is returned only this once. */
export interface KeyWithText {
  readonly record: KeyRecord;
  readonly text: string;
}

export async function insertKey(
  { keys, outbox }: UnitOfWork,
  company: CompanyRecord,
  details: KeyDetails,
  by: { readonly author: Author; readonly at: Date },
): Promise<KeyWithText> {
  const minted = mintKey(details.mode ?? DEFAULT_MODE);
  const record = await keys.add(draftKey(company.id, details, minted, by.at));
  await outbox.append(createKeyEvents('key.created', record, company, by));
  return { record, text: minted.text };
}

export const createKey =
  ({ companies, transact, author, now }: Dependencies) =>
  async (slug: string, details: KeyDetails): Promise<KeyWithText> => {
    const company = await companies.get(slug);
    return transact((unit) => insertKey(unit, company, details, { author, at: now() }));
  };
