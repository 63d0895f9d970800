import type {
  ChangeEndpointBody,
  EndpointAnswer,
  EndpointSecretAnswer,
  EndpointStateAnswer,
  NewEndpointBody,
} from '../../contract/webhooks';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';
import { getEndpoint } from './show-endpoints';

/** A new endpoint with its secret, which is shown this once. */
export const createEndpoint =
  (dependencies: Dependencies) =>
  async (asker: Asker, body: NewEndpointBody): Promise<EndpointSecretAnswer> => {
    const created = await dependencies.webhooks.create(asker, body);
    await record(dependencies, asker, `Created ${textOf(created)}`);
    return created;
  };

/** @throws not_found */
export const changeEndpoint =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number, body: ChangeEndpointBody): Promise<EndpointAnswer> => {
    await dependencies.webhooks.change(asker, id, body);
    const changed = await getEndpoint(dependencies)(asker, id);
    await record(dependencies, asker, `Changed ${textOf(changed)}`);
    return changed;
  };

/** @throws not_found */
export const deleteEndpoint =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<void> => {
    const endpoint = await dependencies.webhooks.endpoint(asker, id);
    await dependencies.webhooks.remove(asker, id);
    await record(dependencies, asker, `Deleted ${textOf(endpoint)}`);
  };

/** What is logged when an endpoint was sent a test event, turned on, or turned off. */
const SWITCHED = { ping: 'Sent a test to', on: 'Turned on', off: 'Turned off' } as const;

/** Sends a test event, turns on if it is accepted, or turns off. @throws not_found */
export const switchEndpoint =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number, to: keyof typeof SWITCHED): Promise<EndpointStateAnswer> => {
    const endpoint = await dependencies.webhooks.endpoint(asker, id);
    const after = await dependencies.webhooks.switch(asker, id, to);
    // An endpoint that refused its test event was sent one, and nothing else has happened.
    const done = to === 'on' && after.status === 'off' ? 'ping' : to;
    await record(dependencies, asker, `${SWITCHED[done]} ${textOf(endpoint)}`);
    return after;
  };

/** A new secret, which is shown this once; the former one signs beside it. @throws not_found */
export const rotateSecret =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<EndpointSecretAnswer> => {
    const rotated = await dependencies.webhooks.rotateSecret(asker, id);
    await record(dependencies, asker, `Made a new secret for ${textOf(rotated)}`);
    return rotated;
  };

const record = (dependencies: Dependencies, asker: Asker, what: string): Promise<void> =>
  recordActivity(dependencies, asker, { kind: 'webhook', what });

/** Origin and path: a query may hold what only the receiver should know. */
function textOf({ url }: Pick<EndpointAnswer, 'url'>): string {
  const { origin, pathname } = new URL(url);
  return `the webhook endpoint ${origin}${pathname}`;
}
