import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@svc/contracts';
import { SCHEMAS, withClient } from '@svc/local-servers';
import { certifyReceiver, eventually } from '@svc/testing';
import { announced } from '../test/announced';
import { applyManifest, fsm, GENEROUS_LIMITS, integrator, ROOT } from '../test/platform';
import { startReceiver, subscribe, type Receiver } from '../test/receiver';
import { keepCalling, type Callable } from './calling';
import { errorsIn, launch, publish, release, startServers } from '../test/own-platform';

const BEFORE = String(process.env['E2E_BEFORE']);
const SETTLED_MS = 60_000;

let dir: string;
let receiver: Receiver | undefined;
let leave: (() => Promise<void>)[] = [];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'fsm-releases-'));
  process.env['E2E_DATA_DIR'] = dir;
  process.env['E2E_USED_FILE'] = join(dir, 'used.jsonl');
  await certifyReceiver(dir);
});
afterEach(async () => {
  for (const each of leave.toReversed()) await each();
  leave = [];
  await receiver?.close();
  receiver = undefined;
  rmSync(dir, { recursive: true, force: true });
});

const place = (ref: string) => ({
  ref,
  location_name: ref,
  address_street: '1 Main Street',
  address_city: 'New York',
  address_state: 'NY',
  address_zip: '10001',
});

const customer = (ref: string, phone: string, slug: string) => ({
  ref,
  customer_name: ref,
  customer_email: `${ref}@${slug}.example`,
  customer_phone: phone,
  default_sla_hours: 24,
  locations: [place(`${ref}-shop`)],
});

const manifest = (slug: string, jobs: readonly string[], stock: object) => ({
  company: {
    slug,
    name: `Company ${slug}`,
    timezone: 'America/New_York',
    plan: 'enterprise',
    features: ['inventory'],
    limits: GENEROUS_LIMITS,
  },
  customers: [customer('bakery', '+12125550102', slug), customer('hotel', '+12125550103', slug)],
  asset_types: [{ ref: 'cooler', name: 'Cooler' }],
  assets: [
    {
      ref: 'walk-in',
      asset_name: 'Walk-in cooler',
      asset_type: 'cooler',
      location: 'bakery-shop',
      serial_number: 'SN-1',
    },
  ],
  inventory_locations: [{ ref: 'main', location_name: 'Main', location_type: 'warehouse' }],
  inventory_items: [{ ref: 'filter', part_number: 'F-100', part_name: 'Filter', ...stock }],
  jobs: jobs.map((ref) => ({
    ref,
    job_title: ref,
    job_description: 'The walk-in cooler needs a new filter.',
    location: 'bakery-shop',
    required_parts: [{ item: 'filter', from: 'main', quantity: 1 }],
  })),
  api_keys: [{ ref: 'full', name: 'Full', scopes: 'all' }],
});

async function givenCallable(slug: string): Promise<Callable> {
  const jobs = ['part-1', 'part-2', 'part-3'];
  const applied = await applyManifest(manifest(slug, jobs, { stock: { main: 5_000 } }));
  const api = integrator(String(applied.api_keys['full']?.key));
  receiver ??= await startReceiver();
  await subscribe(api, receiver.urlOf(`/${slug}`), 'job.created');
  return { api, ids: applied as typeof applied & Callable['ids'] };
}

function deliveredAt(path: string): Map<number, number> {
  const events = new Map<number, Set<string>>();
  for (const { eventId, body } of receiver?.at(path) ?? []) {
    const { data } = JSON.parse(body) as { data: { object: { job_id: number } } };
    const { job_id } = data.object;
    events.set(job_id, (events.get(job_id) ?? new Set()).add(eventId));
  }
  return new Map([...events].map(([job, ids]) => [job, ids.size]));
}

const leftIn = (postgresUrl: string, context: string): Promise<object | undefined> =>
  withClient(postgresUrl, async (db) => {
    const { rows } = await db.query(
      `select (select count(*)::integer from ${context}.outbox where relayed_at is null) as waiting,
         (select count(*)::integer from ${context}.dead_letters) as given_up`,
    );
    return rows[0] as object | undefined;
  });

/** A call that was cut off may have been executed or not. */
const isCutOff = (failure: string): boolean => /^(TypeError: fetch failed|.*: 50\d )/.test(failure);

interface Expected {
  readonly slug: string;
  readonly jobs: readonly number[];
  readonly reserved: number;
}

/** Compares acknowledged changes with the stream, the receiver and other contexts' copies. */
async function expectAllOf({ api, ids }: Callable, expected: Expected): Promise<void> {
  const { slug, jobs, reserved } = expected;
  await eventually(
    async () => {
      const counts = new Map<number, number>();
      for (const { subject } of await announced(ids.company_id, 'fsm.jobs.job.created')) {
        counts.set(Number(subject), (counts.get(Number(subject)) ?? 0) + 1);
      }
      expect(jobs.filter((job) => counts.get(job) !== 1)).toEqual([]);
      const delivered = deliveredAt(`/${slug}`);
      expect(jobs.filter((job) => delivered.get(job) !== 1)).toEqual([]);
      const { body } = await api.get(`inventory?id=${ids.inventory_items['filter']}&sub=stock`);
      expect(body['data']).toMatchObject([{ reserved_quantity: reserved }]);
    },
    { within: SETTLED_MS },
  );
  expect(await fsm('inventory', 'reconcile', '--company', slug)).toMatchObject({ differences: [] });
  const locations = await api.get(`customers?id=${ids.customers['hotel']}&locations=1`);
  const [{ location_name }] = locations.body['data'] as [{ location_name: string }];
  expect(location_name).toMatch(/^Shop of round/);
  await eventually(async () => {
    const { body } = await api.get(`jobs?id=${jobs.at(-1)}`);
    expect(body['data']).toMatchObject({ customer_location_name: location_name });
  });
}

it('beside the release before: every call is answered, every change told once', async () => {
  const servers = await startServers(dir);
  leave.push(servers.stop);
  const before = await release(servers, BEFORE, 'before');
  const now = await release(servers, ROOT, 'now', before);
  leave.push(async () => {
    await Promise.all([before, now].map((each) => each.stop(...SCHEMAS)));
  });
  await before.start(...SCHEMAS);
  publish(servers, before);
  const slug = 'side-by-side';
  const company = await givenCallable(slug);
  const first = keepCalling(company);
  await first.more(100);

  // The previous release responds, while this one migrates, relays, consumes and delivers beside it.
  await now.start(...SERVICES);
  await first.more(300).finally(first.stop);

  // The schema is already this release's.
  await before.crash('jobs');
  await before.crash('webhooks');

  // The previous gateway supports no second one, so this one replaces it.
  await before.stop('gateway');
  await now.start('gateway');
  publish(servers, now);
  await applyManifest(manifest(slug, ['part-4', 'part-5'], {}));
  const second = keepCalling(company);
  await second.more(400);
  await before.stop(...SERVICES);
  await second.more(100).finally(second.stop);

  expect([...first.failures, ...second.failures]).toEqual([]);
  await expectAllOf(company, { slug, jobs: [...first.jobs, ...second.jobs], reserved: 5 });
  for (const context of SCHEMAS.filter((name) => name !== 'dashboard')) {
    expect([context, await leftIn(servers.postgresUrl, context)]).toEqual([
      context,
      { waiting: 0, given_up: 0 },
    ]);
  }
  expect([...before.errors(), ...now.errors()]).toEqual([]);
});

it('on the data of the release before, which was stopped while it was written to', async () => {
  const slug = 'old-data';
  const stopBefore = await launch(BEFORE, dir);
  leave.push(stopBefore);
  const company = await givenCallable(slug);
  const first = keepCalling(company);
  await first.more(200);
  await Promise.all([stopBefore(), first.stop()]);
  leave = [];

  leave.push(await launch(ROOT, dir));
  const second = keepCalling(company);
  await second.more(100).finally(second.stop);

  expect(first.failures.filter((failure) => !isCutOff(failure))).toEqual([]);
  expect(second.failures).toEqual([]);
  await expectAllOf(company, { slug, jobs: [...first.jobs, ...second.jobs], reserved: 3 });
  expect(errorsIn(join(dir, 'logs'))).toEqual([]);
});
