import { eventually } from '@svc/testing';
import type { Receiver } from './receiver';
import { HOST, type TestService } from './service';

/** Retries at once, for as long as any test runs. */
export const FREQUENT_GAPS_MS = Array.from({ length: 1_000 }, () => 200);

/** One event, retried all the time, to a subscription and to a dashboard endpoint. */
export interface RetriedSubscription {
  hasLogged(line: string, times: number): Promise<void>;
  /** Asserts that nothing is sent while the dashboard's endpoint gets this many more requests. */
  waits(others: number): Promise<void>;
  goesOn(): Promise<void>;
  isStopped(): Promise<void>;
}

export async function retriedSubscription(
  service: TestService,
  target: Receiver,
): Promise<RetriedSubscription> {
  target.answer = () => ({ status: 503 });
  const urlOf = (path: string): string => `https://${HOST}:${target.port}${path}`;
  const attemptsAt = (path: string): number =>
    target.received.filter((each) => each.path === path).length;
  const getsMore = async (path: string, more: number): Promise<void> => {
    const before = attemptsAt(path);
    await eventually(() => expect(attemptsAt(path)).toBeGreaterThanOrEqual(before + more), {
      within: 20_000,
    });
  };
  service.givenCustomer(1, 1);
  await service.givenEndpoint(urlOf('/dashboard'), ['customer.created']);
  const { body } = await service.api.post<{ id: number }>('/api/v1/hooks.php', {
    target_url: urlOf('/subscription'),
    event: 'customer.created',
  });
  await service.publish('customer.created', 1);
  await getsMore('/subscription', 2);

  const delivery = async () => (await service.deliveries(`?endpoint_id=${body.id}`))[0];
  return {
    hasLogged: (line, times) =>
      eventually(
        () => expect(service.logged.filter((each) => each.includes(line)).length).toBe(times),
        { within: 60_000 },
      ),
    async waits(others) {
      // Requests in flight have ended by then.
      await getsMore('/dashboard', 5);
      const waiting = await delivery();
      const attempts = attemptsAt('/subscription');
      await getsMore('/dashboard', others);
      expect(attemptsAt('/subscription')).toBe(attempts);
      expect(waiting?.status).toBe('retrying');
      // Waiting is no attempt.
      expect(await delivery()).toMatchObject({ id: waiting?.id, attempts: waiting?.attempts });
    },
    goesOn: () => getsMore('/subscription', 2),
    async isStopped() {
      const attempts = attemptsAt('/subscription');
      await eventually(async () => {
        expect(await delivery()).toMatchObject({ status: 'failed', error: 'stopped' });
      });
      await getsMore('/dashboard', 5);
      expect(attemptsAt('/subscription')).toBe(attempts);
    },
  };
}
