import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { KeyRecord } from '../domain/api-key';
import type { Dependencies } from './dependencies';

/** The company's keys that were not revoked, the newest first, a page at a time; each with when it was last used. */
export const listLiveKeys =
  ({ keys, lastUsed }: Dependencies) =>
  async (companyId: number, page: Page): Promise<Found<KeyRecord>> => {
    await lastUsed.write();
    return keys.page(companyId, page);
  };
