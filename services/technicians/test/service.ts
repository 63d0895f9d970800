import type { CloudEvent } from '@svc/messaging';
import { createLogger } from '@svc/logging';
import {
  aCaller,
  apiClient,
  fixedClock,
  TEST_SECRET,
  testDatabase,
  type ApiClient,
  type FixedClock,
} from '@svc/testing';
import type { DataSource } from 'typeorm';
import { techniciansApp } from '../src/app';
import type { SaveTechnicianBody } from '../src/http/schemas';
import { entities, migrations } from '../src/persistence/data-source';

export interface TestService {
  /** An integrator of company 1, in New York. */
  readonly api: ApiClient;
  /** The operator of company 1. */
  readonly admin: ApiClient;
  /** Another service that asks on behalf of company 1. */
  readonly internal: ApiClient;
  readonly clock: FixedClock;
  readonly db: DataSource;
  /** Saves a technician, by default one whom nobody else resembles. */
  givenTechnician(overrides?: Partial<SaveTechnicianBody>, companyId?: number): Promise<number>;
  /** What was announced since the last call. */
  announced(): Promise<CloudEvent[]>;
  /** How often the relay was woken. */
  readonly wakeUps: () => number;
  close(): Promise<void>;
}

/** The service on a database and a clock of its own. */
export async function testService(): Promise<TestService> {
  const { db, close } = await testDatabase({ context: 'technicians', entities, migrations });
  const clock = fixedClock('2026-03-02T14:15:00Z');
  let wakeUps = 0;
  const app = techniciansApp({
    db,
    secrets: [TEST_SECRET],
    now: clock.now,
    log: createLogger({ name: 'technicians', level: 'silent' }),
    committed: () => {
      wakeUps += 1;
    },
  });
  const api = apiClient({ app, now: clock.now });
  const admin = api.as(aCaller({ reach: 'admin', actor: 'ui' }));
  let saved = 0;
  return {
    api,
    admin,
    internal: api.as(aCaller({ reach: 'internal' })),
    clock,
    db,
    async givenTechnician(overrides = {}, companyId = 1) {
      saved += 1;
      const { body } = await admin
        .as({ companyId })
        .put<{ data: { technician_id: number } }>('/admin/technicians', {
          first_name: 'Technician',
          last_name: `Number ${saved}`,
          email: `technician-${saved}@acme.example`,
          ...overrides,
        });
      return body.data.technician_id;
    },
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
}
