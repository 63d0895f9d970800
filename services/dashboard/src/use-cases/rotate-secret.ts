import type { EndpointSecretAnswer } from '../../contract/webhooks';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordEndpointActivity } from './record-endpoint-activity';

/** A new secret, which is shown this once; the former one signs beside it. @throws not_found */
export const rotateSecret =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<EndpointSecretAnswer> => {
    const endpoint = await dependencies.webhooks.rotateSecret(asker, id);
    await recordEndpointActivity(dependencies, asker, { done: 'Made a new secret for', endpoint });
    return endpoint;
  };
