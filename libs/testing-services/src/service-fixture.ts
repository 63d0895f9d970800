import type { RequestListener } from 'node:http';
import type { ServiceName } from '@svc/contracts';
import { createLogger, type Logger } from '@svc/logging';
import type { CloudEvent } from '@svc/messaging';
import {
  createApiClient,
  createCaller,
  createFixedClock,
  createTestDatabase,
  getTestTrust,
  type ApiClient,
  type FixedClock,
  type TestDatabaseOptions,
} from '@svc/testing';
import type { Trust } from '@svc/trust';
import type { DataSource } from 'typeorm';

export interface ServedApp {
  readonly api: ApiClient;
  readonly admin: ApiClient;
  readonly internal: ApiClient;
  readonly clock: FixedClock;
  readonly db: DataSource;
  /** Events since the last call. */
  announced(): Promise<CloudEvent[]>;
  readonly wakeUps: () => number;
  close(): Promise<void>;
}

export interface ServiceFixture {
  readonly db: DataSource;
  readonly clock: FixedClock;
  /** Replaces the relay's wake-up. */
  readonly committed: () => void;
  readonly settings: {
    readonly trust: Trust;
    readonly now: () => Date;
    readonly log: Logger;
  };
  serve(app: { callback(): RequestListener }): ServedApp;
}

export async function serviceFixture(
  options: TestDatabaseOptions & { readonly context: ServiceName },
): Promise<ServiceFixture> {
  const { context } = options;
  const { db, close } = await createTestDatabase(options);
  const clock = createFixedClock('2026-03-02T14:15:00Z');
  const log = createLogger({ name: context, level: 'silent' });
  let wakeUps = 0;
  return {
    db,
    clock,
    committed: () => {
      wakeUps += 1;
    },
    settings: { trust: getTestTrust(context), now: clock.now, log },
    serve(app) {
      const api = createApiClient({ app, audience: context, now: clock.now });
      return {
        api,
        admin: api.as(createCaller({ reach: 'admin', actor: 'ui' })),
        internal: api.as(createCaller({ reach: 'internal' })),
        clock,
        db,
        async announced() {
          const rows: { envelope: string }[] = await db.query(
            'with taken as (delete from outbox returning seq, envelope) select envelope from taken order by seq',
          );
          return rows.map(({ envelope }) => JSON.parse(envelope) as CloudEvent);
        },
        wakeUps: () => wakeUps,
        async close() {
          await api.close();
          await close();
        },
      };
    },
  };
}
