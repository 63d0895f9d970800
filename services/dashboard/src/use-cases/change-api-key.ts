import type { ApiKeyAnswer, ChangeApiKeyBody } from '../../contract/api-keys';
import { textOf } from '../domain/api-key-messages';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

/** Other scopes or addresses for a key; they hold at once. @throws not_found */
export const changeApiKey =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number, body: ChangeApiKeyBody): Promise<ApiKeyAnswer> => {
    const key = await dependencies.apiKeys.change(asker, id, body);
    const changed = [body.scopes && 'scopes', body.ip_allowlist && 'allowed addresses'];
    await recordActivity(dependencies, asker, {
      kind: 'api_key',
      what: `Changed ${changed.filter(Boolean).join(' and ')} of the API key ${textOf(key)}`,
    });
    return key;
  };
