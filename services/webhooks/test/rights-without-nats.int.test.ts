import { eventually, ownNats, type OwnNats } from '@svc/testing';
import type { Receiver } from './receiver';
import { HOST, serviceWithReceiver, type TestService } from './service';

let nats: OwnNats;
let service: TestService;
let target: Receiver;

beforeAll(async () => {
  nats = await ownNats();
  const gapsMs = Array.from({ length: 1_000 }, () => 200);
  ({ service, target } = await serviceWithReceiver({ natsUrl: nats.url, gapsMs }));
  target.answer = () => ({ status: 503 });
});
afterAll(async () => {
  nats.thaw();
  await service.close();
  await nats.remove();
});

const urlOf = (path: string): string => `https://${HOST}:${target.port}${path}`;

const attemptsAt = (path: string): number =>
  target.received.filter((each) => each.path === path).length;

/** The receiver has got so many more requests there. */
const getsMore = async (path: string, more: number): Promise<void> => {
  const before = attemptsAt(path);
  await eventually(() => expect(attemptsAt(path)).toBeGreaterThanOrEqual(before + more), {
    within: 20_000,
  });
};

const hasSaid = (line: string, times: number): Promise<void> =>
  eventually(
    () => expect(service.logged.filter((each) => each.includes(line))).toHaveLength(times),
    { within: 30_000 },
  );

it('a subscription gets nothing, unlike the dashboard, until a change of its key is heard of', async () => {
  service.givenCustomer(1, 1);
  await service.givenEndpoint(urlOf('/dashboard'), ['customer.created']);
  const { body } = await service.api.post<{ id: number }>('/api/v1/hooks.php', {
    target_url: urlOf('/subscription'),
    event: 'customer.created',
  });
  await service.publish('customer.created', 1);
  await getsMore('/subscription', 2);

  nats.freeze();
  await hasSaid('subscriptions wait', 1);
  // Those that were under way are answered by then.
  await getsMore('/dashboard', 5);
  const [waiting] = await service.deliveries(`?endpoint=${body.id}`);
  const before = attemptsAt('/subscription');
  await getsMore('/dashboard', 10);
  expect(attemptsAt('/subscription')).toBe(before);
  expect(waiting?.status).toBe('retrying');

  nats.thaw();
  await service.publish('key.changed', 1, { version: 2, data: { scopes: ['webhooks:manage'] } });
  await hasSaid('subscriptions are sent', 2);

  await eventually(async () => {
    const [stopped] = await service.deliveries(`?endpoint=${body.id}`);
    expect(stopped).toMatchObject({ id: waiting?.id, status: 'failed', error: 'stopped' });
  });
  expect(attemptsAt('/subscription')).toBe(before);
  expect(service.logged.filter((line) => line.includes('subscriptions'))).toHaveLength(3);
}, 90_000);
