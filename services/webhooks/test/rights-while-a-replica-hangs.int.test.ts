import { consumerOf } from '@svc/contracts';
import { createLogger } from '@svc/logging';
import { connectStream, type Stream } from '@svc/messaging';
import { eventually, ownNats, type OwnNats } from '@svc/testing';
import type { Receiver } from './receiver';
import { serviceWithReceiver, type TestService } from './service';
import { FREQUENT_GAPS_MS, retriedSubscription } from './unknown-rights';

let nats: OwnNats;
let service: TestService;
let target: Receiver;
let hanging: Stream;
/** Ends what the replica has begun. */
const letGo: (() => void)[] = [];

beforeAll(async () => {
  nats = await ownNats();
  const options = { natsUrl: nats.url, gapsMs: FREQUENT_GAPS_MS };
  ({ service, target } = await serviceWithReceiver(options));
  const log = createLogger({ name: 'webhooks', level: 'silent' });
  hanging = connectStream({ servers: [nats.url], name: 'webhooks', replicas: 1, log });
});
afterAll(async () => {
  for (const each of letGo) each();
  await hanging.close();
  await service.close();
  await nats.remove();
});

it('a subscription gets nothing, unlike the dashboard, while a replica keeps a change of some key to itself', async () => {
  const subscription = await retriedSubscription(service, target);
  const replica = hanging.consume({
    ...consumerOf('webhooks', 'companies-and-keys'),
    redeliveryDelaysMs: [0],
    handle: () => new Promise((_, reject) => letGo.push(() => reject(new Error('let go')))),
    storeDeadLetters: async () => {},
  });
  await eventually(async () => {
    await service.publish('key.changed', 2, { data: { scopes: ['webhooks:manage'] } });
    expect(letGo).toHaveLength(1);
  });

  await subscription.hasLogged('subscriptions wait', 1);
  await subscription.waits(10);

  const stopped = replica.stop();
  for (const each of letGo) each();
  await stopped;
  await subscription.hasLogged('subscriptions are sent', 2);
}, 90_000);
