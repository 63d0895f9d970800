import type { EndpointAnswer } from '../../contract/webhooks';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

/** Notes what somebody has done with an endpoint: `Created`, and the endpoint by its address. */
export const recordEndpointActivity = (
  dependencies: Dependencies,
  asker: Asker,
  { done, endpoint }: { readonly done: string; readonly endpoint: Pick<EndpointAnswer, 'url'> },
): Promise<void> =>
  recordActivity(dependencies, asker, { kind: 'webhook', what: `${done} ${textOf(endpoint)}` });

/** Origin and path: a query may hold what only the receiver should know. */
function textOf({ url }: Pick<EndpointAnswer, 'url'>): string {
  const { origin, pathname } = new URL(url);
  return `the webhook endpoint ${origin}${pathname}`;
}
