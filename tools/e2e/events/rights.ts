import { eventually } from '@svc/testing';
import { Client } from 'pg';
import { fsmHere, givenCompany, givenJob, integrator, pidOf, runFile } from '../test/platform';
import { startReceiver, subscribe, type Receiver } from '../test/receiver';

/** The gateway's key information is valid for 2 s, plus the attempt that began then. */
const LATEST_MS = 3_000;
/** One attempt per second: longer than the gateway's announcement is delayed. */
const ATTEMPTS_WITHOUT_RESULT = 10;

async function holdRelay(): Promise<() => Promise<void>> {
  const client = new Client(runFile().postgres.url);
  await client.connect();
  await client.query('begin');
  await client.query('select from gateway.outbox_relay for no key update');
  return () => client.end();
}

function freezeGateway(): () => void {
  const pid = pidOf('gateway');
  process.kill(pid, 'SIGSTOP');
  return () => process.kill(pid, 'SIGCONT');
}

export const describeRights = (): void =>
  describe('rights that were taken away', () => {
    let receiver: Receiver;

    beforeAll(async () => {
      receiver = await startReceiver(() => 503);
    });
    afterAll(() => receiver.close());

    const attemptsAt = (path: string): number => receiver.at(path).length;

    const getsMore = async (path: string, more: number): Promise<void> => {
      const before = attemptsAt(path);
      await eventually(() => expect(attemptsAt(path)).toBeGreaterThanOrEqual(before + more), {
        within: 60_000,
      });
    };

    it.each([
      ['relay is held up', false],
      ['process stands still', true],
    ])(
      "a revoked key's receiver gets nothing while the gateway's %s, others get theirs after it",
      async (_, isFrozen) => {
        const slug = isFrozen ? 'frozen-gateway' : 'held-relay';
        const { api, ids } = await givenCompany(slug);
        const path = (name: string): string => `/${slug}/${name}`;
        const scopes = ['jobs:read', 'webhooks:manage'].flatMap((scope) => ['--scope', scope]);
        const named = ['--company', slug, '--name', 'Revoked', ...scopes];
        const { id, key } = await fsmHere<{ id: number; key: string }>('key', 'create', ...named);
        await subscribe(integrator(key), receiver.urlOf(path('revoked')), 'job.created');
        await subscribe(api, receiver.urlOf(path('kept')), 'job.created');
        const dashboard = ['--url', receiver.urlOf(path('dashboard')), '--event', 'job.created'];
        await fsmHere('webhook', 'create', '--company', slug, ...dashboard);
        for (const title of ['One', 'Two', 'Three']) {
          await givenJob(api, ids.customer_locations['shop'], title);
        }
        for (const each of ['revoked', 'kept', 'dashboard']) await getsMore(path(each), 6);

        const letRelay = await holdRelay();
        await fsmHere('key', 'revoke', String(id));
        const revokedAt = performance.now();
        const thaw = isFrozen ? freezeGateway() : undefined;
        if (thaw) await letRelay();
        const letGo = async (): Promise<void> => (thaw ? thaw() : letRelay());
        let latestAt = revokedAt;
        let seen = attemptsAt(path('revoked'));
        try {
          const begun = attemptsAt(path('dashboard'));
          await eventually(
            () => {
              if (attemptsAt(path('revoked')) > seen) latestAt = performance.now();
              seen = attemptsAt(path('revoked'));
              expect(attemptsAt(path('dashboard'))).toBeGreaterThan(
                begun + ATTEMPTS_WITHOUT_RESULT,
              );
              expect(performance.now() - revokedAt).toBeGreaterThan(2 * LATEST_MS);
            },
            { within: 60_000 },
          );
        } finally {
          await letGo();
        }
        const backAt = performance.now();
        const kept = attemptsAt(path('kept'));
        await eventually(() => expect(attemptsAt(path('kept'))).toBeGreaterThan(kept), {
          within: 60_000,
        });

        const seconds = [latestAt - revokedAt, performance.now() - backAt].map((ms) =>
          (ms / 1_000).toFixed(1),
        );
        process.stdout.write(
          `${slug}: last request to the revoked key's receiver after ${seconds[0]} s, ` +
            `first to another subscription ${seconds[1]} s after the gateway was back\n`,
        );
        expect(latestAt - revokedAt).toBeLessThan(LATEST_MS);
        expect(performance.now() - backAt).toBeLessThan(10_000);
        await getsMore(path('kept'), 6);
        expect(attemptsAt(path('revoked'))).toBe(seen);
      },
      240_000,
    );
  });
