import { ownNats, type OwnNats } from '@svc/testing';
import type { Receiver } from './receiver';
import { serviceWithReceiver, type TestService } from './service';
import { FREQUENT_GAPS_MS, retriedSubscription } from './unknown-rights';

let nats: OwnNats;
let service: TestService;
let target: Receiver;

beforeAll(async () => {
  nats = await ownNats();
  ({ service, target } = await serviceWithReceiver({
    natsUrl: nats.url,
    gapsMs: FREQUENT_GAPS_MS,
  }));
});
afterAll(async () => {
  nats.thaw();
  await service.close();
  await nats.remove();
});

it('a subscription gets nothing, unlike the dashboard, until a change of its key is heard of', async () => {
  const subscription = await retriedSubscription(service, target);

  nats.freeze();
  await subscription.hasLogged('subscriptions wait', 1);
  await subscription.waits(10);

  nats.thaw();
  await service.publish('key.changed', 1, { version: 2, data: { scopes: ['webhooks:manage'] } });
  await subscription.hasLogged('subscriptions are sent', 2);

  await subscription.isStopped();
  expect(service.logged.filter((line) => line.includes('subscriptions'))).toHaveLength(3);
}, 90_000);
