import type { NewApiKeyAnswer, NewApiKeyBody } from '../../contract/api-keys';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';

/** A new key, whose whole text is shown this once. */
export const createApiKey =
  ({ apiKeys }: Dependencies) =>
  (asker: Asker, body: NewApiKeyBody): Promise<NewApiKeyAnswer> =>
    apiKeys.create(asker, body);
