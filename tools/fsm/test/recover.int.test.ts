import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENTS, toSubject, type EventType, type Publisher } from '@svc/contracts';
import { Migration } from '@svc/database';
import { withClient } from '@svc/local-servers';
import { ID_HEADER, prepareStream, toCloudEvent, toConnectionTarget } from '@svc/messaging';
import { createOutboxSql } from '@svc/outbox';
import { claimTestNats, createTestDatabase } from '@svc/testing';
import { connect, headers, type JetStreamManager, type NatsConnection } from 'nats';
import type { QueryRunner } from 'typeorm';
import { VERSIONED_TABLES } from '../src/recovery/restored-context';
import { temporaryFolder, type } from './terminal';

const CONTEXTS = Object.keys(EVENTS) as Publisher[];

const tablesOf = (context: Publisher): ReadonlySet<string> => {
  const tables = new Set(Object.values(VERSIONED_TABLES[context]));
  tables.delete('companies');
  return tables;
};

const migrationOf = (context: Publisher) =>
  class CreateRecovered1764000000000 extends Migration {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(createOutboxSql);
      await runner.query(`
        create table companies (id bigint generated always as identity, version integer);
        create table few (id smallint generated always as identity)`);
      for (const table of tablesOf(context)) {
        await runner.query(`
          create table ${table} (
            company_id bigint, id bigint generated always as identity, version integer,
            revoked_at timestamptz)`);
      }
    }
  };

const { url: natsUrl } = claimTestNats();
const folder = temporaryFolder();
afterAll(() => folder.remove());

let nats: NatsConnection;
let manager: JetStreamManager;
const urls = new Map<Publisher, string>();

beforeEach(async () => {
  for (const context of CONTEXTS) {
    const database = await createTestDatabase({ context, migrations: [migrationOf(context)] });
    await database.close();
    urls.set(context, database.url);
  }
  nats = await connect(toConnectionTarget([natsUrl]));
  manager = await nats.jetstreamManager();
  await prepareStream({ servers: [natsUrl], replicas: 1 });
});
afterEach(async () => {
  await manager.streams.delete('FSM');
  await nats.close();
});

const rowsOf = (context: Publisher, sql: string, values: readonly unknown[] = []) =>
  withClient(urls.get(context) ?? '', async (db) => (await db.query(sql, [...values])).rows);

interface Announced {
  readonly context?: Publisher;
  readonly type?: EventType;
  readonly recordId?: number;
  readonly version?: number;
  readonly time?: string;
  readonly repetition?: string;
}

async function publish(announced: Announced = {}): Promise<{ id: string; sequence: number }> {
  const { context = 'jobs', type: name = 'job.updated', recordId = 1, version = 2 } = announced;
  const id = `evt_${randomUUID()}`;
  const event = { companyId: 1, recordId, version, actor: 'ui', data: {} };
  const envelope = toCloudEvent(context, id, { ...event, type: name, occurredAt: new Date() });
  const named = headers();
  named.set(ID_HEADER, `${id}${announced.repetition ?? ''}`);
  const body = JSON.stringify({ ...envelope, time: announced.time ?? envelope.time });
  const subject = toSubject(context, name);
  const { seq } = await nats.jetstream().publish(subject, body, { headers: named });
  return { id, sequence: seq };
}

async function confirm(announced: Announced = {}): Promise<{ id: string; sequence: number }> {
  const { id, sequence } = await publish(announced);
  await rowsOf(
    announced.context ?? 'jobs',
    'update outbox_relay set event_id = $1, stream_sequence = $2',
    [id, sequence],
  );
  return { id, sequence };
}

async function loseStream(): Promise<void> {
  await manager.streams.delete('FSM');
  await prepareStream({ servers: [natsUrl], replicas: 1 });
}

const recover = (...args: readonly string[]) =>
  type(['recover', '--output', 'json', ...args], {
    env: {
      NATS_URL: natsUrl,
      ...Object.fromEntries(
        [...urls].map(([context, url]) => [`${context.toUpperCase()}_DATABASE_URL`, url]),
      ),
    },
  });

const lostIn = (stdout: string) =>
  Object.fromEntries(
    (JSON.parse(stdout) as { context: string; lost_events: number }[])
      .filter(({ lost_events: lost }) => lost > 0)
      .map(({ context, lost_events: lost }) => [context, lost]),
  );

const storedMessages = async () => (await manager.streams.info('FSM')).state.messages;

const anotherStream = (context: string) => ({
  code: 1,
  stdout: '',
  stderr: `${context}: the stream is not the one that its outbox tells of; see deploy/recovery.md.\n`,
});

describe('the stream that the outboxes tell of', () => {
  it('loses what is behind their positions', async () => {
    await confirm({ context: 'gateway', type: 'company.changed' });
    await confirm();
    await publish();

    const { code, stdout } = await recover();

    expect(code).toBe(0);
    expect(lostIn(stdout)).toEqual({ jobs: 1 });
    expect(await storedMessages()).toBe(2);
  });

  it('may have an event as a repetition', async () => {
    await confirm({ repetition: `.${randomUUID()}` });

    expect(await recover()).toMatchObject({ code: 0 });
  });

  it('is not known where the message is gone, or the outbox names no event', async () => {
    const { sequence } = await confirm();
    await publish({ context: 'assets', type: 'asset.created' });
    await manager.streams.deleteMessage('FSM', sequence, false);
    await confirm({ context: 'customers', type: 'customer.updated' });
    await rowsOf('customers', 'update outbox_relay set event_id = null');

    const { code, stdout } = await recover();

    expect(code).toBe(0);
    expect(lostIn(stdout)).toEqual({ assets: 1 });
  });

  it('is not known where the stream has given up what was there for its age', async () => {
    await confirm();
    const { sequence } = await publish();
    await manager.streams.purge('FSM', { seq: sequence + 1 });

    expect(await recover()).toMatchObject({ code: 0 });
  });

  it('can be recovered again', async () => {
    await confirm();
    await publish();
    await publish();
    await recover();

    const { code, stdout } = await recover();

    expect(code).toBe(0);
    expect(lostIn(stdout)).toEqual({});
  });
});

describe('another stream than the one that the outboxes tell of', () => {
  it.each([[[]], [['--dry-run']]])(
    'is refused before anything is changed: recover %j',
    async (args) => {
      await confirm({ context: 'gateway', type: 'company.changed' });
      const { id, sequence } = await confirm();
      await loseStream();
      for (let at = 0; at < 5; at += 1) await publish();

      expect(await recover(...args)).toEqual(anotherStream('gateway'));
      expect(await storedMessages()).toBe(5);
      expect(await rowsOf('jobs', 'select event_id, stream_sequence from outbox_relay')).toEqual([
        { event_id: id, stream_sequence: sequence },
      ]);
      const [raised] = await rowsOf(
        'jobs',
        "select last_value from pg_sequences where sequencename = 'jobs_id_seq'",
      );
      expect(raised).toEqual({ last_value: null });
    },
  );

  it('is recovered once the operator has said up to where it is from before the point', async () => {
    const { id } = await confirm({ context: 'gateway', type: 'key.created' });
    await rowsOf('gateway', 'insert into api_keys (company_id, version) values (1, 1)');
    await rowsOf(
      'gateway',
      `insert into outbox (event_id, company_id, type, envelope, relayed_at)
       values ($1, 1, 'key.created', '{}', now())`,
      [id],
    );
    await loseStream();
    for (let at = 0; at < 3; at += 1) {
      await publish({ context: 'gateway', type: 'key.revoked' });
    }

    expect(await recover()).toEqual(anotherStream('gateway'));
    await rowsOf('gateway', 'update outbox_relay set event_id = null, stream_sequence = 0');
    await rowsOf('gateway', 'update outbox set relayed_at = null');
    const { code, stdout } = await recover();

    expect({ code, lost: lostIn(stdout) }).toEqual({ code: 0, lost: { gateway: 3 } });
    expect(await rowsOf('gateway', 'select revoked_at is null as works from api_keys')).toEqual([
      { works: false },
    ]);
    expect(await rowsOf('gateway', 'select relayed_at from outbox')).toEqual([
      { relayed_at: null },
    ]);
  });

  it('is refused where one context alone proves it', async () => {
    await confirm();
    await loseStream();
    await publish({ context: 'assets', type: 'asset.created' });
    await confirm({ context: 'gateway', type: 'company.changed' });

    expect(await recover()).toEqual(anotherStream('jobs'));
  });

  it('is refused where it ends before the position, whether an event is named or not', async () => {
    await publish();
    await confirm();
    await rowsOf('jobs', 'update outbox_relay set event_id = null');
    await loseStream();
    await publish();

    expect(await recover()).toEqual(anotherStream('jobs'));
  });
});

describe('what a context that was taken over has said', () => {
  const sequencesOf = async (context: Publisher) =>
    Object.fromEntries(
      (await rowsOf(context, 'select sequencename, last_value from pg_sequences')).map(
        ({ sequencename: name, last_value: value }) => [name, value && Number(value)],
      ),
    );

  it.each<[string, Announced, string]>([
    ['a version that no column holds', { version: 3_000_000_000 }, 'Malformed event: '],
    ['a version behind which none is left', { version: 2 ** 31 - 1 }, 'version 2147483647'],
    ['a record id behind which none is left', { recordId: 2 ** 53 - 1 }, 'id 9007199254740991'],
    [
      'a time that no column holds',
      { time: '-271821-04-20T00:00:00.000Z' },
      'Malformed event: time',
    ],
  ])('is lost, and stops nothing: %s', async (_, said, problem) => {
    const key = { context: 'gateway', type: 'key.revoked' } as const;
    await confirm({ context: 'gateway', type: 'key.created' });
    const [, revoked] = await rowsOf(
      'gateway',
      'insert into api_keys (company_id, version) values (2, 1), (1, 1) returning id',
    );
    const recordId = Number(revoked.id);
    const { sequence } = await publish({ ...key, recordId, ...said });
    await publish({ ...key, recordId });
    const before = await sequencesOf('gateway');
    const file = join(folder.path, 'lost.jsonl');

    const { code, stdout, stderr } = await recover('--lost', file);

    expect({ code, lost: lostIn(stdout) }).toEqual({ code: 0, lost: { gateway: 2 } });
    expect(stderr).toMatch(
      `gateway: message ${sequence} of the stream, at "fsm.gateway.key.revoked", is lost and not usable. `,
    );
    expect(stderr).toContain(problem);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ sequence, problem: expect.stringContaining(problem) }),
    );
    expect(
      await rowsOf(
        'gateway',
        'select version, revoked_at is null as works from api_keys order by company_id',
      ),
    ).toEqual([
      { version: 2, works: false },
      { version: 1, works: true },
    ]);
    expect(await sequencesOf('gateway')).toMatchObject({
      api_keys_id_seq: recordId + 1_000_000,
      few_id_seq: null,
      migrations_id_seq: before['migrations_id_seq'],
    });
    expect(lostIn((await recover()).stdout)).toEqual({ gateway: 1 });
  });

  it('leaves nothing for the relay to look for where it was the last of its kind', async () => {
    await confirm({ context: 'gateway', type: 'key.created' });
    await publish({ context: 'gateway', type: 'key.created', version: 3_000_000_000 });

    expect(await recover()).toMatchObject({ code: 0 });

    expect(await rowsOf('gateway', 'select event_id from outbox_relay')).toEqual([
      { event_id: null },
    ]);
  });

  it('leaves ids that JavaScript can count, whatever the ids of lost records', async () => {
    await publish({ recordId: 2 ** 52 });

    expect(await recover()).toMatchObject({ code: 0 });
    const { jobs_id_seq: jobs } = await sequencesOf('jobs');
    expect(jobs).toBe(2 ** 52 + 1_000_000);
  });
});
