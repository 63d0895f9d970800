import type { Mode } from '@svc/contracts';
import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { KeyRecord } from '../domain/api-key';
import type { NamedKey } from '../persistence/key-repository';
import type { Dependencies } from './dependencies';

/** The company's keys, each with when it was last used, or not_found. */
export const listKeys =
  ({ companies, keys, lastUsed }: Dependencies) =>
  async (slug: string): Promise<KeyRecord[]> => {
    await lastUsed.write();
    return keys.list((await companies.get(slug)).id);
  };

/** The same of keys that were not revoked, the newest first, a page at a time. */
export const listLiveKeys =
  ({ keys, lastUsed }: Dependencies) =>
  async (companyId: number, page: Page): Promise<Found<KeyRecord>> => {
    await lastUsed.write();
    return keys.page(companyId, page);
  };

/** Those of a company's keys with these ids, revoked ones too. */
export const findKeys =
  ({ keys }: Dependencies) =>
  (companyId: number, ids: readonly number[]): Promise<KeyRecord[]> =>
    keys.some(companyId, ids);

/** The names of the newest keys of a mode, revoked ones too. */
export const nameKeys =
  ({ keys }: Dependencies) =>
  (companyId: number, mode: Mode): Promise<NamedKey[]> =>
    keys.names(companyId, mode);
