import { INTERNAL_READS, toSubject, type DomainEvent, type EventType } from '@svc/contracts';
import { createRun, Migration } from '@svc/database';
import { createLogger } from '@svc/logging';
import { connectStream, toCloudEvent, type Stream } from '@svc/messaging';
import { createOutboxSql } from '@svc/outbox';
import {
  claimTestNats,
  createCaller,
  createTestDatabase,
  eventually,
  startFakeOwners,
  type FakeOwners,
  type TestDatabase,
} from '@svc/testing';
import { Registry } from 'prom-client';
import type { QueryRunner } from 'typeorm';
import {
  createAssetSummaries,
  createAssetSummariesSql,
  createCustomerNames,
  createCustomerNamesSql,
  createLocationNames,
  createLocationNamesSql,
  createRebuildProjections,
  createTechnicianNames,
  createTechnicianNamesSql,
  followOwners,
  type Projection,
} from '../src';

class CreateProjections1764000000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createCustomerNamesSql);
    await runner.query(createLocationNamesSql);
    await runner.query(createTechnicianNamesSql);
    await runner.query(createAssetSummariesSql);
    await runner.query(createOutboxSql);
  }
}

type Owner = 'customers' | 'technicians' | 'assets';

let database: TestDatabase;
let owners: FakeOwners<Owner>;
let projections: Record<'customers' | 'locations' | 'technicians' | 'assets', Projection>;

beforeAll(async () => {
  database = await createTestDatabase({
    context: 'webhooks',
    migrations: [CreateProjections1764000000000],
  });
  owners = await startFakeOwners(['customers', 'technicians', 'assets'], () => new Date());
  projections = {
    customers: createCustomerNames(owners.clients),
    locations: createLocationNames(owners.clients),
    technicians: createTechnicianNames(owners.clients),
    assets: createAssetSummaries(owners.clients),
  };
});
afterAll(async () => {
  await owners.close();
  await database.close();
});
beforeEach(() => {
  owners.requests.length = 0;
});

const CARDS = {
  customers: {
    customer_id: 1,
    customer_name: 'Acme',
    search_text: 'acme',
    deleted: false,
    version: 1,
  },
  locations: {
    location_id: 1,
    location_name: 'Roof',
    city: 'Troy',
    search_text: 'roof',
    customer_id: 1,
    version: 1,
  },
  technicians: {
    technician_id: 1,
    technician_name: 'Ada Byron',
    status: 'Active',
    version: 1,
  },
  assets: {
    asset_id: 1,
    asset_tag: 'AST-000001',
    asset_name: 'Pump',
    asset_status: 'Active',
    deleted: false,
    version: 1,
  },
} as const;

const TABLES = {
  customers: 'customer_names',
  locations: 'location_names',
  technicians: 'technician_names',
  assets: 'asset_cards',
} as const;

const names = ['customers', 'locations', 'technicians', 'assets'] as const;

const copies = async (name: keyof typeof TABLES, companyId: number) => {
  const rows: Record<string, unknown>[] = await database.db.query(
    `select * from ${TABLES[name]} where company_id = $1 order by 2`,
    [companyId],
  );
  return rows.map(({ company_id: _company, ...card }) => card);
};

const eventOf = (type: EventType, companyId: number, data: object): DomainEvent => ({
  type,
  companyId,
  recordId: 1,
  version: 1,
  occurredAt: new Date(),
  actor: 'ui',
  data: { ...data },
});

describe('a projection', () => {
  it.each(names)('of %s fetches the cards that exist, and keeps them whole', async (name) => {
    const companyId = 11;
    owners.store(INTERNAL_READS[name], companyId, 1, CARDS[name]);

    await projections[name].fetch(createRun(database.db), [1, 2], createCaller({ companyId }));

    expect(owners.requests).toMatchObject([
      { url: `${INTERNAL_READS[name]}?ids=1,2`, caller: { companyId, reach: 'internal' } },
    ]);
    expect(await copies(name, companyId)).toEqual([CARDS[name]]);
  });

  it('asks once which of many records there are, and reads those', async () => {
    const companyId = 34;
    owners.store(INTERNAL_READS.assets, companyId, 1, CARDS.assets);
    const ids = Array.from({ length: 19_000 }, (_, at) => 1 + at);

    const found = await projections.assets.fetch(
      createRun(database.db),
      ids,
      createCaller({ companyId }),
    );

    expect(found).toEqual([1]);
    expect(owners.requests.map(({ url }) => url)).toEqual([
      INTERNAL_READS.assets,
      `${INTERNAL_READS.assets}?ids=1`,
    ]);
    expect(await copies('assets', companyId)).toEqual([CARDS.assets]);
  });

  it.each([
    ['16', Number.MAX_SAFE_INTEGER, [441, 441, 119]],
    ['seven', 9_999_999, [937, 64]],
    ['six', 999_999, [1_000, 1]],
  ])(
    'asks for as many records at once as 8 KiB can name: ids of %s digits',
    async (_, last, counts) => {
      const ids = Array.from({ length: 1_001 }, (_id, at) => last - at);
      owners.handlers.set(INTERNAL_READS.assets, () => ({
        status: 200,
        body: { success: true, data: ids },
      }));

      await projections.assets.fetch(createRun(database.db), ids, createCaller({ companyId: 12 }));

      owners.handlers.clear();
      const [question, ...reads] = owners.requests.map(({ url }) => url);
      expect(question).toBe(INTERNAL_READS.assets);
      const asked = reads.map((url) => url.split('ids=')[1]?.split(',') ?? []);
      expect(asked.map(({ length }) => length)).toEqual(counts);
      expect(asked.flat().map(Number)).toEqual(ids);
      expect(Math.max(...owners.requests.map(({ url }) => url.length))).toBeLessThan(8_192);
    },
  );

  it('never puts an older card in place of a newer one', async () => {
    const run = createRun(database.db);
    const apply = (technician_name: string, version: number) =>
      projections.technicians.apply(run, [
        eventOf('technician.updated', 13, {
          card: { ...CARDS.technicians, technician_name, version },
        }),
      ]);

    await apply('Third', 3);
    await apply('Second', 2);
    expect(await copies('technicians', 13)).toMatchObject([{ technician_name: 'Third' }]);

    await apply('Fourth', 4);
    expect(await copies('technicians', 13)).toMatchObject([{ technician_name: 'Fourth' }]);
  });

  it('keeps the cards of each company apart', async () => {
    const run = createRun(database.db);
    const card = { ...CARDS.customers, customer_name: 'Other', version: 9 };
    await projections.customers.apply(run, [
      eventOf('customer.created', 14, { card: CARDS.customers }),
    ]);
    await projections.customers.apply(run, [eventOf('customer.created', 15, { card })]);

    expect(await copies('customers', 14)).toEqual([CARDS.customers]);
    expect(await copies('customers', 15)).toEqual([card]);
  });

  it('keeps the newest of the cards that come together, of several records and companies', async () => {
    const card = (technician_id: number, technician_name: string, version: number) => ({
      ...CARDS.technicians,
      technician_id,
      technician_name,
      version,
    });
    const events = [
      eventOf('technician.updated', 17, { card: card(2, 'Second', 2) }),
      eventOf('technician.updated', 16, { card: card(2, 'Third', 3) }),
      eventOf('technician.updated', 16, { card: card(1, 'First', 1) }),
      eventOf('technician.updated', 16, { card: card(2, 'Second', 2) }),
      eventOf('technician.updated', 16, { card: card(1, 'First, mended', 1) }),
    ];

    await projections.technicians.apply(createRun(database.db), events);

    expect(await copies('technicians', 16)).toEqual([
      card(1, 'First, mended', 1),
      card(2, 'Third', 3),
    ]);
    expect(await copies('technicians', 17)).toEqual([card(2, 'Second', 2)]);
  });

  it('is never in the way of another writer of the same records', async () => {
    const events = Array.from({ length: 300 }, (_, at) =>
      eventOf('customer.updated', 18 + (at % 2), {
        card: { ...CARDS.customers, customer_id: at },
      }),
    );
    const write = (some: typeof events) =>
      database.db.transaction((tx) => projections.customers.apply(createRun(tx), some));

    for (let round = 0; round < 20; round += 1) {
      await Promise.all([write(events), write([...events].reverse())]);
    }

    expect(await copies('customers', 18)).toHaveLength(150);
  });

  it('does not pass over an event of its records that carries no card', async () => {
    await expect(
      projections.customers.apply(createRun(database.db), [eventOf('customer.created', 14, {})]),
    ).rejects.toThrow('customer.created of record 1 has no card.');
  });

  it('fails, and guesses nothing, when its owner is down', async () => {
    owners.isUp = false;
    await expect(
      projections.customers.fetch(createRun(database.db), [77], createCaller()),
    ).rejects.toThrow();
    owners.isUp = true;
  });
});

describe('rebuildOn', () => {
  it('reads all records of the company page by page, and mends what went wrong', async () => {
    const companyId = 21;
    const many = 2_000;
    for (let id = 1; id <= many; id += 1) {
      owners.store(INTERNAL_READS.locations, companyId, id, {
        ...CARDS.locations,
        location_id: id,
      });
    }
    const rebuild = createRebuildProjections(database.db, projections);
    await rebuild(['locations'], createCaller({ companyId }));
    await database.db.query(
      "update location_names set location_name = 'wrong' where company_id = 21 and location_id = 5",
    );
    owners.requests.length = 0;

    const counts = await rebuild(['locations'], createCaller({ companyId }));

    expect(counts).toEqual({ locations: many });
    expect(owners.requests.map(({ url }) => url)).toEqual(
      [0, 1_000, 2_000].map((after) => `/internal/locations?after=${after}&limit=1000`),
    );
    const kept = await copies('locations', companyId);
    expect(kept).toHaveLength(many);
    expect(kept.every((card) => card['location_name'] === 'Roof')).toBe(true);
  });

  it('drops copies of records that the owner does not have, wherever they stand', async () => {
    const [companyId, otherCompany] = [32, 33];
    const { db } = database;
    const theirs = [1, 2, 3, 1_500, 4_000];
    for (const locationId of theirs) {
      owners.store('/internal/locations', companyId, locationId, {
        ...CARDS.locations,
        location_id: locationId,
      });
    }
    await db.query(
      `insert into location_names select company, id, 'Lost', 'Troy', 'lost', 1, 1
       from unnest($1::bigint[]) as company, generate_series(2, 3500) as id`,
      [[companyId, otherCompany]],
    );

    const counts = await createRebuildProjections(db, projections)(
      ['locations'],
      createCaller({ companyId }),
    );

    expect(counts).toEqual({ locations: theirs.length });
    const kept = await copies('locations', companyId);
    expect(kept.map((card) => Number(card['location_id'])).sort((a, b) => a - b)).toEqual(theirs);
    expect(await copies('locations', otherCompany)).toHaveLength(3_499);
  });
});

describe('followOwners', () => {
  const log = createLogger({ name: 'test', level: 'silent' });
  let stream: Stream;

  beforeAll(() => {
    stream = connectStream({ servers: [claimTestNats().url], name: 'test', replicas: 1, log });
  });
  afterAll(() => stream.close());

  it('keeps every projection by the events of its owner', async () => {
    const following = followOwners(projections, {
      context: 'jobs',
      db: database.db,
      stream,
      log,
      metrics: new Registry(),
    });
    const companyId = 31;
    const sent = [
      ['customers', 'customer.created', CARDS.customers],
      ['customers', 'location.created', CARDS.locations],
      ['technicians', 'technician.created', CARDS.technicians],
      ['assets', 'asset.meter_threshold_reached', CARDS.assets],
    ] as const;
    const outgoing = sent.map(([context, type, card], at) => ({
      id: `evt_${at}`,
      subject: toSubject(context, type),
      body: JSON.stringify(toCloudEvent(context, `evt_${at}`, eventOf(type, companyId, { card }))),
    }));

    await eventually(async () => {
      const { confirmed } = await stream.publish(outgoing);
      expect(confirmed).toBe(outgoing.length);
    });

    for (const name of names) {
      await eventually(async () => expect(await copies(name, companyId)).toEqual([CARDS[name]]));
    }
    await following.stop();
  });
});
