import { DomainError, invalidField } from '@svc/contracts';
import type { ApiKeyAnswer } from '../../contract/api-keys';
import { keyRevoked, textOf } from '../domain/api-key-messages';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

/** Revokes a key for good; whoever asks has to give its name, so that it is not another one by mistake. */
export const revokeApiKey =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number, name: string): Promise<ApiKeyAnswer> => {
    const { apiKeys } = dependencies;
    const key = await apiKeys.find(asker, id);
    if (!key) throw new DomainError('not_found', `There is no API key ${id}.`);
    if (key.name !== name) throw invalidField('name', 'name must be the name of the key.');
    const revoked = await apiKeys.revoke(asker, id);
    await recordActivity(dependencies, asker, {
      kind: 'api_key',
      what: `Revoked the API key ${textOf(revoked)}`,
      message: keyRevoked(revoked, asker.person),
    });
    return revoked;
  };
