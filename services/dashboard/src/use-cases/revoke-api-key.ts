import { DomainError, invalidField } from '@svc/contracts';
import type { ApiKeyAnswer } from '../../contract/api-keys';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';

/** Revokes a key for good; whoever asks has to give its name, so that it is not another one by mistake. */
export const revokeApiKey =
  ({ apiKeys }: Dependencies) =>
  async (asker: Asker, id: number, name: string): Promise<ApiKeyAnswer> => {
    const key = (await apiKeys.list(asker)).find(({ key_id: keyId }) => keyId === id);
    if (!key) throw new DomainError('not_found', `There is no API key ${id}.`);
    if (key.name !== name) throw invalidField('name', `name must be the name of the key.`);
    return apiKeys.revoke(asker, id);
  };
