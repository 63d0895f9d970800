import type { Receiver } from './receiver';
import { serviceWithReceiver, type TestService } from './service';
import { FREQUENT_GAPS_MS, retriedSubscription } from './unknown-rights';

/** For so long a change need not have been heard of. */
const HOLDS_MS = 3_000;

let service: TestService;
let target: Receiver;

beforeAll(async () => {
  ({ service, target } = await serviceWithReceiver({ gapsMs: FREQUENT_GAPS_MS, replicas: 2 }));
});
afterAll(() => service.close());

it('a subscription gets nothing, unlike the dashboard, while no gateway says that all is announced', async () => {
  const subscription = await retriedSubscription(service, target);

  // The key is revoked, and the gateway is gone before it has announced that.
  service.gateway.isSilent = true;
  const goneAt = performance.now();
  await subscription.hasLogged('subscriptions wait', 2);
  // Both replicas look once a second, and say what they see.
  expect(performance.now() - goneAt).toBeLessThan(HOLDS_MS + 5_000);
  await subscription.waits(20);

  // The gateway is back: its relay announces what it left, and then it says so.
  await service.publish('key.changed', 1, { version: 2, data: { scopes: ['webhooks:manage'] } });
  service.gateway.isSilent = false;
  await subscription.hasLogged('subscriptions are sent', 4);

  await subscription.isStopped();
}, 90_000);
