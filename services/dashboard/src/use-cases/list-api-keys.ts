import type { Page } from '@svc/kernel';
import type { ApiKeyAnswer } from '../../contract/api-keys';
import type { Listed } from '../owners/list-from';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';

/** One page of the keys that were not revoked, the newest first. */
export const listApiKeys =
  ({ apiKeys }: Dependencies) =>
  (asker: Asker, page: Page): Promise<Listed<ApiKeyAnswer>> =>
    apiKeys.list(asker, page);
