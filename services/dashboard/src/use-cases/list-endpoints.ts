import type { Page } from '@svc/kernel';
import type { EndpointAnswer, EndpointsQuery } from '../../contract/webhooks';
import type { Listed } from '../owners/list-from';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { nameKeys } from './name-keys';

/** One page of the endpoints of the dashboard, or of the API's subscriptions with their keys' names. */
export const listEndpoints =
  (dependencies: Dependencies) =>
  async (asker: Asker, wanted: EndpointsQuery, page: Page): Promise<Listed<EndpointAnswer>> => {
    const { rows, total } = await dependencies.webhooks.endpoints(asker, wanted, page);
    return { rows: await nameKeys(dependencies, asker, rows), total };
  };
