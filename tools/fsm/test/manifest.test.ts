import { readManifest } from '../src/manifest/read-manifest';
import { temporaryFolder } from './terminal';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const read = (manifest: string | object) => readManifest(folder.write('manifest.yaml', manifest));

/** The manifest of the operating contract, with a value for each open field. */
const DOCUMENTED = `
company: { slug: acme, name: Acme Field Services, timezone: America/New_York, country: US, plan: enterprise, features: [inventory],
           limits: { list_reads_per_minute: 300, record_reads_per_minute: 240, writes_per_minute: 120, reads_per_day: 50000, writes_per_day: 1000, key_writes_per_day: 500,
                     technician_list_per_minute: 60, technician_get_per_minute: 120, refused_per_minute: 1200 } }
users:               [{ email: owner@acme.example, name: Olive Owner, role: owner, password: correct horse }]
technicians:         [{ ref: ada, first_name: Ada, last_name: Byron, email: ada@acme.example, phone: "+12125550101", status: Active, availability_status: Available,
                        vehicle_type: Van, transport_modes: [van], skills: [{ skill_name: HVAC, skill_level: 4 }],
                        schedule: [{ day_of_week: 1, start_time: "08:00:00", end_time: "17:00:00", is_available: true }] }]
asset_types:         [{ ref: hvac, name: HVAC unit }]
suppliers:           [{ ref: parts-co, name: Parts Co }]
inventory_locations: [{ ref: main, location_name: Main warehouse, location_type: warehouse, address: 1 Dock Rd, city: Albany, state: NY, zip: "10001", is_active: true }]
customers:           [{ ref: cust-1, customer_name: Harbor, customer_email: h@harbor.example, customer_phone: "+12125550102", default_sla_hours: 24, deleted: false,
                        locations: [{ ref: loc-1, location_name: Pier, address_street: 1 Pier, address_city: New York, address_state: NY, address_zip: "10001" }] }]
assets:              [{ ref: chiller, asset_name: Chiller, asset_type: hvac, location: loc-1, assigned_to: ada, serial_number: SN-1,
                        meters: [{ ref: hours, name: Run hours, unit: h, threshold: 500 }] }]
inventory_items:     [{ ref: filter, part_number: F-100, part_name: Filter, min_stock_level: 5, stock: { main: 20 } }]
jobs:                [{ ref: job-1, job_title: Fix it, job_description: The chiller on the roof is very loud., location: loc-1, technician: ada, required_parts: [{ item: filter, from: main, quantity: 2 }] }]
webhook_endpoints:   [{ ref: erp, url: "https://erp.example/hook", events: [job.created], name: ERP,
                        headers: [{ name: Authorization, value: Basic ZXJwOnNlc2FtZQ== }],
                        conditions: [{ field: data.object.job_status, in: [Completed] }] }]
api_keys:            [{ ref: full, name: Full access, mode: live, scopes: ["jobs:read", "jobs:write"], ip_allowlist: [] },
                      { ref: all, name: Everything, mode: test, scopes: all }]
`;

const technician = (overrides: object = {}) => ({
  ref: 'ada',
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@acme.example',
  ...overrides,
});

const location = (overrides: object = {}) => ({
  ref: 'pier',
  location_name: 'Pier',
  address_street: '1 Pier',
  address_city: 'New York',
  address_state: 'NY',
  address_zip: '10001',
  ...overrides,
});

const customer = (overrides: object = {}) => ({
  ref: 'harbor',
  customer_name: 'Harbor',
  customer_email: 'h@harbor.example',
  customer_phone: '+12125550102',
  default_sla_hours: 24,
  locations: [location()],
  ...overrides,
});

const job = (overrides: object = {}) => ({
  job_title: 'Fix it',
  job_description: 'The chiller on the roof is very loud.',
  location: 'pier',
  ...overrides,
});

const acme = (sections: object = {}) => ({ company: { slug: 'acme' }, ...sections });

it('accepts the manifest of the operating contract', () => {
  const manifest = read(DOCUMENTED);

  expect(manifest.company.slug).toBe('acme');
  expect(manifest.technicians).toMatchObject([{ ref: 'ada', skills: [{ skill_level: 4 }] }]);
  expect(manifest.inventory_items).toMatchObject([{ stock: { main: 20 } }]);
});

it('takes references under their names in the create endpoint too', () => {
  const assets = [{ ref: 'chiller', asset_name: 'A', asset_type: 'hvac', serial_number: 'S' }];
  const manifest = read(
    acme({
      customers: [customer()],
      asset_types: [{ ref: 'hvac', name: 'HVAC unit' }],
      assets,
      suppliers: [{ ref: 'parts', name: 'Parts Co' }],
      inventory_items: [{ part_number: 'F', part_name: 'F', supplier_id: 'parts' }],
      jobs: [job({ asset_ids: ['chiller'] })],
    }),
  );

  expect(manifest.jobs).toMatchObject([{ assets: ['chiller'] }]);
  expect(manifest.inventory_items).toMatchObject([{ supplier: 'parts' }]);
});

it('accepts JSON, and a company alone', () => {
  expect(read(JSON.stringify(acme()))).toMatchObject({ company: { slug: 'acme' }, jobs: [] });
});

it.each<[string, object, string]>([
  [
    'a section that does not exist',
    acme({ vehicles: [] }),
    'vehicles: vehicles is not known here.',
  ],
  [
    'a field that does not exist',
    acme({
      technicians: [technician(), technician({ ref: 'b', email: 'b@x.example', colour: 1 })],
    }),
    'technicians[1].colour: colour is not known here.',
  ],
  [
    'a limit that does not exist',
    acme({ company: { slug: 'acme', limits: { reads_per_hour: 1 } } }),
    'company.limits.reads_per_hour: reads_per_hour is not known here.',
  ],
  [
    'a header without a value',
    acme({
      webhook_endpoints: [{ url: 'https://a.example/', events: [], headers: [{ name: 'X-A' }] }],
    }),
    'webhook_endpoints[0].headers[0].value: value is required.',
  ],
  ['no company', { technicians: [] }, 'company: company is required.'],
  ['a company without a slug', { company: {} }, 'company.slug: slug is required.'],
  [
    'a technician without an e-mail',
    acme({ technicians: [technician({ email: undefined })] }),
    'technicians[0].email: email is required.',
  ],
  [
    'a ZIP code that YAML reads as a number',
    acme({ customers: [customer({ locations: [location({ address_zip: 10001 })] })] }),
    'customers[0].locations[0].address_zip: address_zip must be a string.',
  ],
  ['a section that is no list', acme({ jobs: {} }), 'jobs: jobs must be an array.'],
  ['a manifest that is no object', [], 'manifest: value must be of type object.'],
])('refuses %s', (_, manifest, message) => {
  expect(() => read(manifest)).toThrow(message);
});

it.each<[string, object, string]>([
  [
    'a location that is not there',
    acme({ customers: [customer()], jobs: [job({ location: 'harbor' })] }),
    'jobs[0].location: no entry of customer_locations has the ref harbor.',
  ],
  [
    'a technician that is not there',
    acme({ customers: [customer()], jobs: [job({ technician: 'bob' })] }),
    'jobs[0].technician: no entry of technicians has the ref bob.',
  ],
  [
    'a part that is not there',
    acme({
      customers: [customer()],
      jobs: [job({ required_parts: [{ item: 'filter', from: 'main', quantity: 1 }] })],
    }),
    'jobs[0].required_parts[0].item: no entry of inventory_items has the ref filter.',
  ],
  [
    'an asset that is not there',
    acme({ customers: [customer()], jobs: [job({ assets: ['chiller'] })] }),
    'jobs[0].assets[0]: no entry of assets has the ref chiller.',
  ],
  [
    'an asset type that is not there',
    acme({ assets: [{ asset_name: 'A', asset_type: 'hvac', serial_number: 'S' }] }),
    'assets[0].asset_type: no entry of asset_types has the ref hvac.',
  ],
  [
    'stock at a location that is not there',
    acme({ inventory_items: [{ part_number: 'F', part_name: 'F', stock: { main: 1 } }] }),
    'inventory_items[0].stock.main: no entry of inventory_locations has the ref main.',
  ],
  [
    'a transfer to a location that is not there',
    acme({
      inventory_locations: [{ ref: 'main', location_name: 'M', location_type: 'warehouse' }],
      inventory_items: [
        {
          part_number: 'F',
          part_name: 'F',
          movements: [{ type: 'Transfer', location: 'main', to: 'van', quantity: 1 }],
        },
      ],
    }),
    'inventory_items[0].movements[0].to: no entry of inventory_locations has the ref van.',
  ],
])('refuses a reference to %s', (_, manifest, message) => {
  expect(() => read(manifest)).toThrow(message);
});

it.each<[string, object, string]>([
  [
    'ref',
    acme({ technicians: [technician(), technician({ email: 'b@acme.example' })] }),
    'technicians[1].ref: ada is already the ref of technicians[0].',
  ],
  [
    'ref of locations of two customers',
    acme({
      customers: [
        customer(),
        customer({ ref: 'b', customer_email: 'b@x.example', customer_phone: '2' }),
      ],
    }),
    'customers[1].locations[0].ref: pier is already the ref of customers[0].locations[0].',
  ],
  [
    'e-mail in another case',
    acme({ technicians: [technician(), technician({ ref: 'b', email: 'Ada@acme.example' })] }),
    'technicians[1].email: Ada@acme.example is already the email of technicians[0].',
  ],
  [
    'job title',
    acme({ customers: [customer()], jobs: [job(), job()] }),
    'jobs[1].job_title: Fix it is already the job_title of jobs[0].',
  ],
  [
    'location name of one customer',
    acme({ customers: [customer({ locations: [location(), location({ ref: 'b' })] })] }),
    'customers[0].locations[1].location_name: Pier is already the location_name of customers[0].locations[0].',
  ],
])('refuses the same %s twice', (_, manifest, message) => {
  expect(() => read(manifest)).toThrow(message);
});

it('lets two customers have locations of one name', () => {
  const other = customer({
    ref: 'b',
    customer_email: 'b@x.example',
    locations: [location({ ref: 'b' })],
  });

  expect(read(acme({ customers: [customer(), other] })).customers).toHaveLength(2);
});

it('names the line of a mistake in the YAML', () => {
  expect(() => read('company:\n  slug: acme\n slug: b\n')).toThrow(/^\S+: line 3: /);
});

it('refuses a field that is written twice', () => {
  expect(() => read('company: { slug: acme }\ncompany: { slug: b }\n')).toThrow(/line 2: .*unique/);
});

it('reads JSON, and refuses a field that is written twice there, too', () => {
  const text = String.raw`{"company": {"slug": "acme", "name": "\"slug\": \\"}, "jobs": []}`;

  expect(read(text)).toMatchObject({ company: { slug: 'acme', name: '"slug": \\' }, jobs: [] });
  expect(() => read('{"company": {"slug": "a"},\n"company" : {"slug": "b"}}')).toThrow(
    /line 2: .*unique/,
  );
});

it('says which file cannot be read', () => {
  expect(() => readManifest('/nowhere/acme.yaml')).toThrow(
    '/nowhere/acme.yaml cannot be read (ENOENT).',
  );
});
