import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { COLLECTIONS, WEBHOOK_EVENTS, type Collection, type Operation } from '@svc/contracts';
import { eventually } from '@svc/testing';
import {
  aBakery,
  applyManifest,
  dataDir,
  fsmHere,
  GENEROUS_LIMITS,
  integrator,
  noteUsed,
  ROOT,
  type Answer,
  type Api,
  type Applied,
} from './platform';
import { startReceiver, type Receiver } from './receiver';

const SLUG = 'sandboxed';

const manifestOf = (mode: 'live' | 'test') => ({
  company: { slug: SLUG, features: ['inventory'], limits: GENEROUS_LIMITS },
  technicians: [
    {
      ref: 'ada',
      first_name: 'Ada',
      last_name: `Lovelace ${mode}`,
      email: `ada@${SLUG}.example`,
      phone: '+12125550101',
    },
  ],
  asset_types: [{ ref: 'hvac', name: 'HVAC unit' }],
  inventory_locations: [{ ref: 'main', location_name: 'Main', location_type: 'warehouse' }],
  customers: [
    // Contacts are unique within a mode, so both modes use the same ones.
    { ...aBakery(SLUG), customer_name: `Bakery ${mode}` },
  ],
  assets: [
    {
      ref: 'chiller',
      asset_name: 'Chiller',
      asset_type: 'hvac',
      location: 'shop',
      serial_number: 'SN-1',
      meters: [{ ref: 'hours', name: 'Run hours', unit: 'h' }],
    },
  ],
  inventory_items: [
    { ref: 'filter', part_number: 'F-1', part_name: 'Filter', stock: { main: 20 } },
  ],
  jobs: [
    {
      ref: 'job',
      job_title: `Repair ${mode}`,
      job_description: 'Unit 2 starts and stops every two minutes since this morning.',
      location: 'shop',
    },
  ],
  api_keys: [{ ref: 'key', name: `Key ${mode}`, mode, scopes: 'all' }],
});

interface Creation {
  readonly body: object;
  readonly id: string;
}

/** Records that manifests lack are created through the API. */
const CREATIONS: Readonly<Partial<Record<Collection['owner'], Creation>>> = {};

/** Operations whose records neither mode can have. */
const NONE_YET: readonly string[] = [];

interface Side {
  readonly api: Api;
  readonly ids: Applied;
  readonly created: Readonly<Partial<Record<Collection['owner'], number>>>;
}

let live: Side;
let test: Side;
let receiver: Receiver;

const given = async (mode: 'live' | 'test'): Promise<Side> => {
  const ids = await applyManifest(manifestOf(mode), '--mode', mode);
  const api = integrator(String(ids.api_keys['key']?.key));
  const created: Partial<Record<Collection['owner'], number>> = {};
  for (const { owner, path } of COLLECTIONS) {
    const creation = CREATIONS[owner];
    if (!creation) continue;
    const { status, body } = await api.post(path.replace('/api/v1/', ''), creation.body);
    expect(status).toBe(201);
    created[owner] = Number((body['data'] as Readonly<Record<string, unknown>>)[creation.id]);
  }
  return { api, ids, created };
};

beforeAll(async () => {
  live = await given('live');
  test = await given('test');
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const recordOf = ({ ids, created }: Side, { owner }: Collection): number =>
  ({
    ...created,
    jobs: ids.jobs['job'],
    customers: ids.customers['bakery'],
    assets: ids.assets['chiller'],
    inventory: ids.inventory_items['filter'],
    technicians: ids.technicians['ada'],
    webhooks: 0,
    gateway: 0,
  })[owner] ?? 0;

const placeOf = ({ ids }: Side, { owner }: Collection): number =>
  (owner === 'inventory' ? ids.inventory_locations['main'] : ids.customer_locations['shop']) ?? 0;

const queryOf = (side: Side, collection: Collection, { where, selectors }: Operation): string => {
  const values: Readonly<Record<string, number>> = {
    id: recordOf(side, collection),
    location_id: placeOf(side, collection),
  };
  const pairs = selectors.map((selector) => `${selector}=${where[selector] || values[selector]}`);
  return `${collection.path.replace('/api/v1/', '')}?${pairs.join('&')}`;
};

/** Valid bodies for a record of the same mode. */
const bodiesOf = ({ ids }: Side): Readonly<Record<string, object>> => ({
  updateJob: { job_title: 'Another' },
  changeJobStatus: { job_status: 'Assigned' },
  updateCustomer: { customer_name: 'Another' },
  createLocation: {
    location_name: 'Depot',
    address_street: '2 Main Street',
    address_city: 'New York',
    address_state: 'NY',
    address_zip: '10001',
  },
  updateLocation: { location_name: 'Another' },
  updateAsset: { asset_name: 'Another' },
  changeAssetStatus: { status: 'Idle' },
  createServiceRecord: {
    service_type: 'repair',
    description: 'Changed the filter.',
    service_date: '2026-03-02',
  },
  submitMeterReading: {
    meter_id: ids.meters['hours'],
    reading_value: 5,
    reading_date: '2026-03-02',
  },
  transferAsset: { to_location_id: ids.customer_locations['shop'] },
  replaceItem: { part_number: 'F-1', part_name: 'Another' },
  patchItem: { part_name: 'Another' },
  adjustStock: {
    type: 'add',
    location_id: ids.inventory_locations['main'],
    quantity: 1,
    reason: 'Found',
  },
});

const send = ({ api }: Side, method: string, path: string, body: object): Promise<Answer> => {
  if (method === 'GET') return api.get(path);
  if (method === 'PUT') return api.put(path, body);
  return method === 'PATCH' ? api.patch(path, body) : api.post(path, body);
};

const OPERATIONS = COLLECTIONS.flatMap((collection) =>
  Object.entries(collection.operations).map(
    ([name, operation]) => [name, collection, operation] as const,
  ),
);
const addresses = (selector: string) =>
  OPERATIONS.filter(
    ([name, { owner }, { selectors }]) =>
      selectors.includes(selector) && owner !== 'webhooks' && !NONE_YET.includes(name),
  );

it.each([...new Set([...addresses('id'), ...addresses('location_id')])])(
  '%s finds no record of the other mode',
  async (name, collection, operation) => {
    const { method } = operation;
    for (const [own, other] of [
      [live, test],
      [test, live],
    ] as const) {
      const body = bodiesOf(own)[name] ?? {};
      const theirs = await send(own, method, queryOf(other, collection, operation), body);
      expect(theirs).toMatchObject({ status: 404, body: { error: 'not_found' } });
      if (method !== 'GET') continue;
      expect((await send(own, method, queryOf(own, collection, operation), body)).status).toBe(200);
    }
  },
);

it.each(
  OPERATIONS.filter(
    ([name, , { selectors }]) => name.startsWith('list') && !selectors.includes('id'),
  ),
)('%s lists nothing of the other mode', async (_, collection, operation) => {
  const listed = async (side: Side) => {
    const { status, body } = await side.api.get(queryOf(side, collection, operation));
    expect(status).toBe(200);
    return (body['data'] as object[]).map((row) => JSON.stringify(row));
  };
  const [own, others] = [await listed(live), await listed(test)];
  expect(own.filter((row) => others.includes(row))).toEqual([]);
  expect(own).toHaveLength(others.length);
});

it('refuses a cursor of the other mode, and says why', async () => {
  const begun = async (side: Side) => (await side.api.get('jobs?cursor=')).body['pagination'];
  for (const [own, other] of [
    [live, test],
    [test, live],
  ] as const) {
    const { next_cursor: cursor } = (await begun(other)) as { next_cursor: string };
    expect(await own.api.get(`jobs?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: {
        error: 'validation_failed',
        errors: [{ field: 'cursor', message: expect.stringContaining('another mode') }],
      },
    });
  }
});

it('is where fsm trigger causes each event, which live endpoints hear nothing of', async () => {
  for (const mode of ['live', 'test']) {
    const to = ['--company', SLUG, '--mode', mode, '--url', receiver.urlOf(`/${mode}`)];
    await fsmHere('webhook', 'create', ...to, '--event', ...WEBHOOK_EVENTS);
  }

  for (const event of WEBHOOK_EVENTS) {
    expect(await fsmHere('trigger', event, '--company', SLUG)).toMatchObject({ event });
  }

  const types = () => receiver.at('/test').map(({ headers }) => headers['x-svc-event-type']);
  await eventually(() => expect([...new Set(types())].sort()).toEqual([...WEBHOOK_EVENTS].sort()), {
    within: 60_000,
  });
  const modes = receiver.at('/test').map(({ headers }) => headers['x-svc-mode']);
  expect(new Set(modes)).toEqual(new Set(['test']));
  expect(receiver.at('/live')).toEqual([]);
});

const { verifyWebhook } = createRequire(__filename)(join(ROOT, 'dist/sdk/index.cjs')) as {
  verifyWebhook(body: string, headers: object, secret: string): { readonly type: string };
};

it('has its events passed on, signed, to a plain http address of this machine by fsm listen', async () => {
  const received: { readonly headers: object; readonly body: string }[] = [];
  const server = createServer(async (incoming, outgoing) => {
    received.push({
      headers: incoming.headers,
      body: Buffer.concat(await incoming.toArray()).toString(),
    });
    outgoing.writeHead(202).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const options = ['--company', SLUG, '--mode', 'test', '--event', 'job.created'];
  const listening = spawn(
    process.execPath,
    [
      ...['tools/run.mjs', 'fsm', 'listen', ...options, '--forward-to', url],
      ...['--data', dataDir(), '--output', 'json'],
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: listening.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value as string) as Answer['body'];
  try {
    const { secret, ...opened } = await next();
    noteUsed({ secret });
    expect(opened).toEqual({ listening: url, mode: 'test' });

    await fsmHere('trigger', 'job.created', '--company', SLUG);

    expect(await next()).toMatchObject({
      event: 'job.created',
      attempt: 1,
      response_code: 202,
      status: 'succeeded',
    });
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    expect(headers).toMatchObject({ 'x-svc-mode': 'test' });
    expect(verifyWebhook(body, headers, String(secret))).toMatchObject({ type: 'job.created' });
  } finally {
    listening.kill('SIGINT');
    const [code] = (await once(listening, 'exit')) as [number];
    server.closeAllConnections();
    server.close();
    expect(code).toBe(0);
  }
  const logged = await fsmHere<{ event: string; status: string; endpoint_id: number }[]>(
    ...['webhook', 'deliveries', '--company', SLUG, '--mode', 'test', '--status', 'succeeded'],
  );
  expect(logged[0]).toMatchObject({ event: 'job.created', response_code: 202 });
});

it('is emptied without a trace in live data, and its ids go on', async () => {
  const shown = async (side: Side) => (await side.api.get('jobs')).body['data'];
  const before = await shown(live);
  const last = Number(test.ids.jobs['job']);

  await fsmHere('sandbox', 'reset', '--company', SLUG);

  expect(await shown(test)).toEqual([]);
  expect((await test.api.get(`jobs?id=${last}`)).status).toBe(404);
  expect(await shown(live)).toEqual(before);
  const { jobs } = await applyManifest(manifestOf('test'), '--mode', 'test');
  expect(jobs['job']).toBeGreaterThan(last);
  expect(await shown(test)).toMatchObject([{ job_id: jobs['job'], job_title: 'Repair test' }]);
});

it('is filled with the records of the demo company, again and again', async () => {
  await fsmHere('sandbox', 'seed', '--company', SLUG);
  const first = (await test.api.get('jobs')).body['pagination'];
  await fsmHere('sandbox', 'seed', '--company', SLUG);

  expect((await test.api.get('jobs')).body['pagination']).toEqual(first);
  expect(first).toMatchObject({ total: 121 });
  expect((await live.api.get('jobs')).body['pagination']).toMatchObject({ total: 1 });
});
