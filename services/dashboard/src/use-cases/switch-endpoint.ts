import type { EndpointStateAnswer } from '../../contract/webhooks';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordEndpointActivity } from './record-endpoint-activity';

/** What is logged when an endpoint was sent a test event, turned on, or turned off. */
const SWITCHED = { ping: 'Sent a test to', on: 'Turned on', off: 'Turned off' } as const;

/** Sends a test event, turns on if it is accepted, or turns off. @throws not_found */
export const switchEndpoint =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number, to: keyof typeof SWITCHED): Promise<EndpointStateAnswer> => {
    const endpoint = await dependencies.webhooks.endpoint(asker, id);
    const after = await dependencies.webhooks.switch(asker, id, to);
    // An endpoint that refused its test event was sent one, and nothing else has happened.
    const done = SWITCHED[to === 'on' && after.status === 'off' ? 'ping' : to];
    await recordEndpointActivity(dependencies, asker, { done, endpoint });
    return after;
  };
