import type { ChangeEndpointBody, EndpointAnswer } from '../../contract/webhooks';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordEndpointActivity } from './record-endpoint-activity';
import { getEndpoint } from './get-endpoint';

/** @throws not_found */
export const changeEndpoint =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number, body: ChangeEndpointBody): Promise<EndpointAnswer> => {
    await dependencies.webhooks.change(asker, id, body);
    const endpoint = await getEndpoint(dependencies)(asker, id);
    await recordEndpointActivity(dependencies, asker, { done: 'Changed', endpoint });
    return endpoint;
  };
