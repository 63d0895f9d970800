import { WEBHOOK_EVENTS } from '@svc/contracts';
import { createEventCheck, type OpenApiDocument } from '@svc/openapi';
import { eventually } from '@svc/testing';
import {
  aJob,
  applyManifest,
  fsmHere,
  GENEROUS_LIMITS,
  givenCompany,
  integrator,
  runFile,
} from './platform';
import { startReceiver, type Receiver } from './receiver';

const SLUG = 'event-schemas';

let receiver: Receiver;

beforeAll(async () => {
  await givenCompany(SLUG);
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const manifestOf = (availability_status: string) => ({
  company: { slug: SLUG, features: ['inventory'], limits: GENEROUS_LIMITS },
  technicians: [
    {
      ref: 'ada',
      first_name: 'Ada',
      last_name: 'Byron',
      email: `ada@${SLUG}.example`,
      phone: '+12125550101',
      status: 'Active',
      availability_status,
    },
  ],
  asset_types: [{ ref: 'hvac', name: 'HVAC unit' }],
  inventory_locations: [
    { ref: 'main', location_name: 'Main', location_type: 'warehouse' },
    { ref: 'van', location_name: 'Van', location_type: 'vehicle' },
  ],
  customers: [
    {
      ref: 'bakery',
      customer_name: 'Corner Bakery',
      customer_email: `office@${SLUG}.example`,
      customer_phone: '+12125550102',
      default_sla_hours: 24,
      locations: ['shop', 'depot'].map((ref) => ({
        ref,
        location_name: ref,
        address_street: '1 Main Street',
        address_city: 'New York',
        address_state: 'NY',
        address_zip: '10001',
      })),
    },
  ],
  assets: [
    {
      ref: 'chiller',
      asset_name: 'Chiller',
      serial_number: 'SN-1',
      asset_type: 'hvac',
      location: 'shop',
      meters: [{ ref: 'hours', name: 'Run hours', unit: 'h', threshold: 100 }],
    },
  ],
  inventory_items: [
    {
      ref: 'filter',
      part_number: 'F-1',
      part_name: 'Filter',
      min_stock_level: 5,
      stock: { main: 20 },
    },
  ],
  api_keys: [{ ref: 'key', name: 'Trial', mode: 'test', scopes: 'all' }],
});

async function causeAll(): Promise<void> {
  const sandbox = ['--company', SLUG, '--mode', 'test'];
  const ids = await applyManifest(manifestOf('Available'), '--mode', 'test');
  const api = integrator(String(ids.api_keys['key']?.key));
  const done = async (asked: ReturnType<typeof api.get>): Promise<Record<string, number>> => {
    const { status, body } = await asked;
    expect([status < 300, body]).toEqual([true, expect.anything()]);
    return body['data'] as Record<string, number>;
  };
  const [technician, shop] = [ids.technicians['ada'], ids.customer_locations['shop']];

  const { job_id: job } = await done(api.post('jobs', aJob(shop, 'Cooler is warm')));
  await done(api.put(`jobs?id=${job}`, { job_priority: 'High' }));
  await done(api.put(`jobs?id=${job}`, { assigned_technician_id: technician }));
  await done(api.put(`jobs?id=${job}`, { assigned_technician_id: null }));
  for (const job_status of ['Assigned', 'In Progress', 'Completed']) {
    await done(api.patch(`jobs?id=${job}`, { job_status }));
  }
  for (const verb of ['delete', 'restore']) await fsmHere('job', verb, String(job), ...sandbox);
  for (const event of ['invoice.paid', 'service_request.created', 'customer.created']) {
    await fsmHere('trigger', event, '--company', SLUG);
  }

  const customer = ids.customers['bakery'];
  await done(api.put(`customers?id=${customer}`, { customer_name: 'Main Street Bakery' }));

  const asset = ids.assets['chiller'];
  await done(api.put(`assets?id=${asset}`, { model: 'C-200', condition: 'good' }));
  await done(api.patch(`assets?id=${asset}`, { status: 'Idle' }));
  const reading = { meter_id: ids.meters['hours'], reading_value: 120, reading_date: '2026-03-02' };
  await done(api.post(`assets?id=${asset}&sub=meter_reading`, reading));
  const to = { to_location_id: ids.customer_locations['depot'], reason: 'Moved' };
  await done(api.post(`assets?id=${asset}&sub=transfer`, to));

  const item = ids.inventory_items['filter'];
  await done(
    api.post(`inventory?id=${item}&sub=adjust`, {
      location_id: ids.inventory_locations['main'],
      quantity: -16,
      reason: 'Used',
    }),
  );
  for (const verb of ['delete', 'restore'])
    await fsmHere('customer', verb, String(customer), ...sandbox);
  await applyManifest(manifestOf('Busy'), '--mode', 'test');
}

it('sends each of its events as its published schema says', async () => {
  const { gateway } = runFile();
  const document = (await (await fetch(`${gateway}/openapi.json`)).json()) as OpenApiDocument;
  const expectDocumented = createEventCheck(document);
  const to = ['--company', SLUG, '--mode', 'test', '--url', receiver.urlOf('/all')];
  const { id } = await fsmHere<{ id: number }>(
    'webhook',
    'create',
    ...to,
    '--event',
    ...WEBHOOK_EVENTS,
  );
  await fsmHere('webhook', 'ping', String(id));

  await causeAll();

  const types = () => receiver.at('/all').map(({ headers }) => headers['x-svc-event-type']);
  const expected = [...WEBHOOK_EVENTS, 'ping'].sort();
  await eventually(() => expect([...new Set(types())].sort()).toEqual(expected), {
    within: 60_000,
  });
  for (const { headers, body } of receiver.at('/all')) {
    expectDocumented(String(headers['x-svc-event-type']), JSON.parse(body));
  }
});
