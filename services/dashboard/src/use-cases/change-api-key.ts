import type { ApiKeyAnswer, ChangeApiKeyBody } from '../../contract/api-keys';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';

/** Other scopes or addresses for a key; they hold at once. @throws not_found */
export const changeApiKey =
  ({ apiKeys }: Dependencies) =>
  (asker: Asker, id: number, body: ChangeApiKeyBody): Promise<ApiKeyAnswer> =>
    apiKeys.change(asker, id, body);
