import type { ListPage } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { KeyRecord } from '../domain/api-key';
import type { KeyFilter } from '../persistence/key-repository';
import type { Dependencies } from './dependencies';

/** Includes revoked keys. @throws not_found */
export const listKeys =
  ({ companies, keys, lastUsed }: Dependencies) =>
  async (slug: string): Promise<KeyRecord[]> => {
    await lastUsed.write();
    return keys.list((await companies.get(slug)).id);
  };

export const listLiveKeys =
  ({ keys, lastUsed }: Dependencies) =>
  async (companyId: number, filter: KeyFilter, page: Page): Promise<ListPage<KeyRecord>> => {
    await lastUsed.write();
    return keys.listLivePage(companyId, filter, page);
  };
