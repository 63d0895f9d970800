import { eventually } from '@svc/testing';
import type { Receiver } from './receiver';
import { HOST, serviceWithReceiver, type TestService } from './service';

/** For so long a change need not have been heard of. */
const HOLDS_MS = 3_000;

let service: TestService;
let target: Receiver;

beforeAll(async () => {
  const gapsMs = Array.from({ length: 1_000 }, () => 200);
  ({ service, target } = await serviceWithReceiver({ gapsMs, replicas: 2 }));
  target.answer = () => ({ status: 503 });
});
afterAll(() => service.close());

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

it('a subscription gets nothing, unlike the dashboard, while no gateway says that all is announced', async () => {
  service.givenCustomer(1, 1);
  await service.givenEndpoint(urlOf('/dashboard'), ['customer.created']);
  const { body } = await service.api.post<{ id: number }>('/api/v1/hooks.php', {
    target_url: urlOf('/subscription'),
    event: 'customer.created',
  });
  await service.publish('customer.created', 1);
  await getsMore('/subscription', 2);

  // The key is revoked, and the gateway is gone before it has announced that.
  service.gateway.isSilent = true;
  const goneAt = performance.now();
  await hasSaid('subscriptions wait', 2);
  // Both replicas look once a second, and say what they see.
  expect(performance.now() - goneAt).toBeLessThan(HOLDS_MS + 5_000);
  // Those that were under way are answered by then.
  await getsMore('/dashboard', 5);
  const [waiting] = await service.deliveries(`?endpoint=${body.id}`);
  const before = attemptsAt('/subscription');
  await getsMore('/dashboard', 20);
  expect(attemptsAt('/subscription')).toBe(before);
  expect(waiting?.status).toBe('retrying');

  // The gateway is back: its relay announces what it left, and then it says so.
  await service.publish('key.changed', 1, { version: 2, data: { scopes: ['webhooks:manage'] } });
  service.gateway.isSilent = false;
  await hasSaid('subscriptions are sent', 4);

  await eventually(async () => {
    const [stopped] = await service.deliveries(`?endpoint=${body.id}`);
    expect(stopped).toMatchObject({ id: waiting?.id, status: 'failed', error: 'stopped' });
  });
  expect(attemptsAt('/subscription')).toBe(before);
}, 90_000);
