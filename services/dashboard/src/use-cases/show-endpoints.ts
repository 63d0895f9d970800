import type { Page } from '@svc/kernel';
import type { EndpointAnswer, EndpointsQuery } from '../../contract/webhooks';
import type { Asker } from '../owners/owners';
import type { Listed } from '../owners/list-from';
import type { EndpointOfKey } from '../owners/webhooks';
import type { Dependencies } from './dependencies';

/** One page of the endpoints of the dashboard, or of the API's subscriptions with their keys' names. */
export const listEndpoints =
  ({ webhooks, apiKeys }: Dependencies) =>
  async (asker: Asker, wanted: EndpointsQuery, page: Page): Promise<Listed<EndpointAnswer>> => {
    const { rows, total } = await webhooks.endpoints(asker, wanted, page);
    return { rows: await withKeyNames(apiKeys, asker, rows), total };
  };

/** @throws not_found */
export const getEndpoint =
  ({ webhooks, apiKeys }: Dependencies) =>
  async (asker: Asker, id: number): Promise<EndpointAnswer> => {
    const [shown] = await withKeyNames(apiKeys, asker, [await webhooks.endpoint(asker, id)]);
    return shown as EndpointAnswer;
  };

async function withKeyNames(
  apiKeys: Dependencies['apiKeys'],
  asker: Asker,
  endpoints: readonly EndpointOfKey[],
): Promise<EndpointAnswer[]> {
  const ids = endpoints.flatMap(({ key_id: keyId }) => keyId ?? []);
  const names = await apiKeys.names(asker, ids);
  return endpoints.map(({ key_id: keyId, ...endpoint }) => ({
    ...endpoint,
    key_name: keyId === null ? null : (names.get(keyId) ?? null),
  }));
}
