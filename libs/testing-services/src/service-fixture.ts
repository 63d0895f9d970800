import type { RequestListener } from 'node:http';
import type { ServiceName } from '@svc/contracts';
import { createLogger } from '@svc/logging';
import type { CloudEvent } from '@svc/messaging';
import {
  createApiClient,
  createCaller,
  createFixedClock,
  createTestDatabase,
  getTestTrust,
  type TestDatabaseOptions,
} from '@svc/testing';

export type ServedApp = ReturnType<Awaited<ReturnType<typeof serviceFixture>>['serve']>;

export async function serviceFixture(
  options: TestDatabaseOptions & { readonly context: ServiceName },
) {
  const { context } = options;
  const { db, close } = await createTestDatabase(options);
  const clock = createFixedClock('2026-03-02T14:15:00Z');
  const log = createLogger({ name: context, level: 'silent' });
  let wakeUps = 0;
  return {
    db,
    clock,
    /** Replaces the relay's wake-up. */
    onCommitted: (): void => {
      wakeUps += 1;
    },
    settings: { trust: getTestTrust(context), now: clock.now, log },
    serve(app: { callback(): RequestListener }) {
      const api = createApiClient({ app, audience: context, now: clock.now });
      return {
        api,
        admin: api.as(createCaller({ reach: 'admin', actor: 'ui' })),
        internal: api.as(createCaller({ reach: 'internal' })),
        clock,
        db,
        /** Events since the last call. */
        async announced() {
          const rows: { envelope: string }[] = await db.query(
            'with taken as (delete from outbox returning seq, envelope) select envelope from taken order by seq',
          );
          return rows.map(({ envelope }) => JSON.parse(envelope) as CloudEvent);
        },
        wakeUps: () => wakeUps,
        async close(): Promise<void> {
          await api.close();
          await close();
        },
      };
    },
  };
}
