import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordEndpointActivity } from './record-endpoint-activity';

/** @throws not_found */
export const deleteEndpoint =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<void> => {
    const endpoint = await dependencies.webhooks.endpoint(asker, id);
    await dependencies.webhooks.remove(asker, id);
    await recordEndpointActivity(dependencies, asker, { done: 'Deleted', endpoint });
  };
