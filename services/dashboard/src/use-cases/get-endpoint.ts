import type { EndpointAnswer } from '../../contract/webhooks';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { nameKeys } from './name-keys';

/** @throws not_found */
export const getEndpoint =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<EndpointAnswer> => {
    const found = await dependencies.webhooks.endpoint(asker, id);
    const [shown] = await nameKeys(dependencies, asker, [found]);
    return shown as EndpointAnswer;
  };
