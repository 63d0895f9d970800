import type { DomainEvent } from '@svc/contracts';
import { createRun, Migration, statement, type NoValues } from '@svc/database';
import { createLogger } from '@svc/logging';
import { connectStream, type Stream } from '@svc/messaging';
import { createTestDatabase, eventually, type TestDatabase } from '@svc/testing';
import type { DataSource, QueryRunner } from 'typeorm';
import { createOutbox, createOutboxSql } from '../src';

/** Patient enough for a busy machine. */
export const soon = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  eventually(check, { within: 20_000 });

export const log = createLogger({ name: 'test', level: process.env['LOG_LEVEL'] ?? 'silent' });

class CreateOutbox1764000000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createOutboxSql);
    await runner.query('create table effects (seq bigint generated always as identity, id text)');
  }
}

export const givenDatabase = (): Promise<TestDatabase> =>
  createTestDatabase({ context: 'jobs', migrations: [CreateOutbox1764000000000] });

export const anEvent = (overrides: Partial<DomainEvent> = {}): DomainEvent => ({
  type: 'job.updated',
  companyId: 1,
  recordId: 1,
  version: 1,
  occurredAt: new Date('2026-05-27T14:30:00.250Z'),
  actor: 'ui',
  data: {},
  ...overrides,
});

export async function announce(db: DataSource, ...events: readonly DomainEvent[]): Promise<void> {
  for (const event of events)
    await db.transaction((tx) => createOutbox(tx, 'jobs').append([event]));
}

interface Recorded {
  readonly event_id: string;
  readonly envelope: string;
  readonly relayed_at: Date | null;
}

const recorded = statement<NoValues, Recorded>()(
  'recorded',
  'select event_id, envelope, relayed_at from outbox order by seq',
);

export const recordedIn = (db: DataSource): Promise<Recorded[]> => createRun(db)(recorded);

export const allRelayed = (db: DataSource): Promise<void> =>
  soon(async () => {
    for (const { relayed_at } of await recordedIn(db)) expect(relayed_at).not.toBeNull();
  });

const effects = statement<NoValues, { id: string }>()(
  'effects',
  'select id from effects order by seq',
);

export const effectsIn = async (db: DataSource): Promise<string[]> =>
  (await createRun(db)(effects)).map(({ id }) => id);

export const recordEffect = statement<{ id: string }>()(
  'record_effect',
  'insert into effects (id) values (:id)',
);

export function givenStream(url: string): Stream {
  return connectStream({ servers: [url], name: 'test', replicas: 1, log });
}

export const ready = (stream: Stream): Promise<void> =>
  soon(() => expect(stream.isReady()).toBe(true));
