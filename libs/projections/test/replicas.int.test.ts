import { getConsumer, toSubject } from '@svc/contracts';
import { Migration } from '@svc/database';
import { createLogger } from '@svc/logging';
import { connectStream, prepareStream, toCloudEvent, type Stream } from '@svc/messaging';
import { createConsumerSql } from '@svc/outbox';
import {
  claimTestNats,
  createTestDatabase,
  eventually,
  startFakeOwners,
  type TestDatabase,
} from '@svc/testing';
import { Registry } from 'prom-client';
import type { QueryRunner } from 'typeorm';
import { createAssetSummaries, createAssetSummariesSql, followOwners } from '../src';

const REPLICAS = 3;
const ASSETS = 100;
const VERSIONS = 100;
const COMPANY = 1;

/** Records the order of writes. */
class CreateWrites1764000000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createAssetSummariesSql);
    await runner.query(createConsumerSql);
    await runner.query(`create table writes (
      seq bigint generated always as identity, asset_id bigint, version integer)`);
    await runner.query(`create function note_write() returns trigger language plpgsql as $$
      begin
        insert into writes (asset_id, version) values (new.asset_id, new.version);
        return new;
      end $$`);
    await runner.query(`create trigger note_write after insert or update on asset_cards
      for each row execute function note_write()`);
  }
}

const log = createLogger({ name: 'test', level: 'silent' });
let databases: TestDatabase[];
let streams: Stream[];

beforeEach(() => {
  databases = [];
  streams = [];
});
afterEach(async () => {
  await Promise.all(streams.map((stream) => stream.close()));
  await Promise.all(databases.map((database) => database.close()));
});

/** Versions of all assets, as their owner announces them. */
const events = Array.from({ length: ASSETS * VERSIONS }, (_, at) => {
  const [assetId, version] = [1 + (at % ASSETS), 1 + Math.floor(at / ASSETS)];
  const envelope = toCloudEvent('assets', `evt_${at}`, {
    type: 'asset.updated',
    companyId: COMPANY,
    recordId: assetId,
    version,
    occurredAt: new Date('2026-05-27T14:30:00Z'),
    actor: 'ui',
    data: {
      card: {
        asset_id: assetId,
        asset_tag: `AST-${assetId}`,
        asset_name: `Chiller, change ${version}`,
        asset_status: 'Active',
        deleted: false,
        version,
      },
    },
  });
  const subject = toSubject('assets', 'asset.updated');
  return { id: `evt_${at}`, subject, body: JSON.stringify(envelope) };
});

it('three processes apply each event of a consumer that they share once, and no older one after a newer', async () => {
  const nats = claimTestNats();
  await prepareStream({ servers: [nats.url], replicas: 1 });
  const connected = (name: 'jobs' | 'assets'): Stream => {
    const stream = connectStream({ servers: [nats.urlOf(name)], name, replicas: 1, log });
    streams.push(stream);
    return stream;
  };
  const database = await createTestDatabase({
    context: 'jobs',
    migrations: [CreateWrites1764000000000],
  });
  databases.push(database);
  const owners = await startFakeOwners(['assets'], () => new Date());
  const replicas = Array.from({ length: REPLICAS }, () => {
    const metrics = new Registry();
    const parts = { db: database.db, stream: connected('jobs'), log, metrics };
    const cards = { assets: createAssetSummaries(owners.clients) };
    return { metrics, following: followOwners(cards, { ...parts, context: 'jobs' }) };
  });
  const announcing = connected('assets');
  await eventually(() => expect(announcing.isReady()).toBe(true), { within: 20_000 });

  expect(await announcing.publish(events)).toMatchObject({ confirmed: events.length });

  const { durable } = getConsumer('jobs', 'asset-cards');
  await eventually(async () => expect(await streams[0]?.readLag(durable)).toBe(0), {
    within: 60_000,
  });
  const counted = await Promise.all(
    replicas.map(async ({ metrics }) => {
      const counter = metrics.getSingleMetric('fsm_consumed_events_total');
      const { values = [] } = (await counter?.get()) ?? {};
      return values[0]?.value ?? 0;
    }),
  );
  await Promise.all(replicas.map(({ following }) => following.stop()));
  await owners.close();

  expect(counted.filter((count) => count > 0)).toHaveLength(REPLICAS);
  expect(counted.reduce((sum, count) => sum + count)).toBe(events.length);
  const [kept] = await database.db.query(
    'select count(*)::integer as assets, min(version) as oldest from asset_cards',
  );
  expect(kept).toEqual({ assets: ASSETS, oldest: VERSIONS });
  const backwards = await database.db.query(`select * from (
    select asset_id, version, lag(version) over (partition by asset_id order by seq) as before
    from writes) written where version < before`);
  expect(backwards).toEqual([]);
}, 120_000);
