import { deliveries } from './deliveries';
import type { Dependencies } from './dependencies';
import { listHooks } from './list-hooks';
import { manageEndpoint } from './manage-endpoint';
import { rewrapSecrets } from './rewrap-secrets';
import { sampleEvent } from './sample-event';
import { subscribeHook } from './subscribe-hook';
import { pingEndpoint, turnOn } from './test-endpoint';
import { unsubscribeHook } from './unsubscribe-hook';

export type { EndpointWithPause } from './pauses';
export type { ShownEndpoint } from './manage-endpoint';
export type { Subscribed } from './subscribe-hook';

/** The operations of this context and what the dashboard may do beyond them, wired to their tools. */
export const webhooksUseCases = (tools: Dependencies) => ({
  subscribeHook: subscribeHook(tools),
  unsubscribeHook: unsubscribeHook(tools),
  listHooks: listHooks(tools),
  sampleEvent: sampleEvent(tools),
  ...manageEndpoint(tools),
  pingEndpoint: pingEndpoint(tools),
  turnOn: turnOn(tools),
  ...deliveries(tools),
  rewrapSecrets: rewrapSecrets(tools),
});

export type WebhooksUseCases = ReturnType<typeof webhooksUseCases>;
