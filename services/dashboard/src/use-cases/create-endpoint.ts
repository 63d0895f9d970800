import type { EndpointSecretAnswer, NewEndpointBody } from '../../contract/webhooks';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordEndpointActivity } from './record-endpoint-activity';

/** A new endpoint with its secret, which is shown this once. */
export const createEndpoint =
  (dependencies: Dependencies) =>
  async (asker: Asker, body: NewEndpointBody): Promise<EndpointSecretAnswer> => {
    const endpoint = await dependencies.webhooks.create(asker, body);
    await recordEndpointActivity(dependencies, asker, { done: 'Created', endpoint });
    return endpoint;
  };
