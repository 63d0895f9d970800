import { eventually } from '@svc/testing';
import type { Receiver } from './receiver';
import { serviceWithReceiver, type TestService } from './service';
import { FREQUENT_GAPS_MS, retriedSubscription } from './unknown-rights';

/** How long a response of the gateway is trusted. */
const HOLDS_MS = 2_000;

let service: TestService;
let target: Receiver;

beforeAll(async () => {
  ({ service, target } = await serviceWithReceiver({ gapsMs: FREQUENT_GAPS_MS, replicas: 2 }));
});
afterAll(() => service.close());

it('a subscription gets nothing, unlike the dashboard, while no gateway tells its rights, and what waited after it', async () => {
  const subscription = await retriedSubscription(service, target);

  service.gateway.isUp = false;
  // Both replicas log it.
  await subscription.hasLogged('subscriptions wait', 2);
  await subscription.waits(20);

  service.gateway.isUp = true;
  await subscription.hasLogged('sending to subscriptions', 2);
  await subscription.goesOn();
}, 150_000);

it('a subscription gets nothing that begins more than two seconds after its key was revoked', async () => {
  const subscription = await retriedSubscription(service, target);

  service.gateway.rights.set(1, null);
  const revokedAt = performance.now();
  await eventually(() => expect(performance.now() - revokedAt).toBeGreaterThan(HOLDS_MS + 100));

  await subscription.isStopped();
}, 150_000);
