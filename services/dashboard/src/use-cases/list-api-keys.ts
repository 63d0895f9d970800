import { offsetOf, type Page } from '@svc/kernel';
import type { ApiKeyAnswer } from '../../contract/api-keys';
import type { Asker } from '../owners/owners';
import type { Listed } from '../owners/list-from';
import type { Dependencies } from './dependencies';

/** One page of the keys that were not revoked, the newest first. */
export const listApiKeys =
  ({ apiKeys }: Dependencies) =>
  async (asker: Asker, page: Page): Promise<Listed<ApiKeyAnswer>> => {
    const keys = await apiKeys.list(asker);
    const start = offsetOf(page);
    return { rows: keys.slice(start, start + page.perPage), total: keys.length };
  };
