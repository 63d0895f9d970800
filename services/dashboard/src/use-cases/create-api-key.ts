import type { NewApiKeyAnswer, NewApiKeyBody } from '../../contract/api-keys';
import { keyCreated, textOf } from '../domain/api-key-messages';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

/** A new key, whose whole text is shown this once. */
export const createApiKey =
  (dependencies: Dependencies) =>
  async (asker: Asker, body: NewApiKeyBody): Promise<NewApiKeyAnswer> => {
    const key = await dependencies.apiKeys.create(asker, body);
    await recordActivity(dependencies, asker, {
      kind: 'api_key',
      what: `Created the API key ${textOf(key)}`,
      message: keyCreated(key, asker.person),
    });
    return key;
  };
