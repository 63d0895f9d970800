import {
  givenAdminListener,
  refusal,
  success,
  temporaryFolder,
  type,
  type Answer,
  type Request,
} from './terminal';

const folder = temporaryFolder();
const admin = givenAdminListener(created);

afterAll(() => folder.remove());

function created({ path, body, ...request }: Request): Answer {
  const [address = '', query] = path.split('?');
  const entries = body?.['entries'] as Readonly<Record<string, unknown>>[] | undefined;
  if (!entries || !address.endsWith('/batch')) return createdOne({ path, body, ...request });
  const single = [address.slice(0, -'/batch'.length), query].filter(Boolean).join('?');
  const answers = entries.map((entry) => createdOne({ ...request, path: single, body: entry }));
  return success(answers.map((answer) => (answer.body as { data: unknown }).data));
}

function createdOne({ path, body }: Request): Answer {
  const number = Number(String(Object.values(body ?? {}).join()).match(/#(\d)/)?.[1]);
  const listOf = (field: string, id: string, hundreds: number) =>
    ((body?.[field] ?? []) as { name?: string; location_name?: string }[]).map((item, at) => ({
      [id]: hundreds + 10 * number + at + 1,
      outcome: 'created',
      ...item,
    }));
  const records: Readonly<Record<string, object>> = {
    '/companies': { id: 5, slug: 'acme' },
    '/companies/acme/technicians/technicians': { technician_id: 100 + number, outcome: 'changed' },
    '/companies/acme/customers/customers': {
      customer_id: 200 + number,
      outcome: 'unchanged',
      locations: listOf('locations', 'location_id', 300),
    },
    '/companies/acme/assets/asset-types': { asset_type_id: 400 + number },
    '/companies/acme/assets/assets': {
      asset_id: 500 + number,
      meters: listOf('meters', 'meter_id', 600),
    },
    '/companies/acme/inventory/suppliers': { supplier_id: 700 + number },
    '/companies/acme/inventory/inventory-locations': { location_id: 800 + number },
    '/companies/acme/inventory/items': { item_id: 900 + number },
    '/companies/acme/jobs/jobs': { job_id: 1_000 + number },
    '/companies/acme/webhooks/endpoints': { id: 1_100 + number, secret: 'whsec_1' },
    '/companies/acme/keys': { id: 1_200 + number, key: 'svc_live_1' },
    '/companies/acme/dashboard/users': { user_id: 1_300 + number },
  };
  const record = records[path.replace('?dry_run=true', '')];
  return success(record && { outcome: 'created', ...record });
}

const ENDPOINT = {
  url: 'https://erp.example/#1',
  events: ['job.created'],
  headers: [{ name: 'Authorization', value: 'Basic ZXJwOnNlc2FtZQ==' }],
  conditions: [{ field: 'data.object.job_status', in: ['Completed'] }],
};

const ACME = {
  company: { slug: 'acme', name: 'Acme', plan: 'enterprise' },
  users: [
    { ref: 'olive', email: 'o@acme.example', name: 'Olive #1', role: 'owner', password: 'hush' },
    { email: 'm@acme.example', name: 'Max #2', role: 'manager' },
  ],
  technicians: [
    { ref: 'ada', first_name: 'Ada', last_name: '#1', email: 'ada@acme.example' },
    { ref: 'bo', first_name: 'Bo', last_name: '#2', email: 'bo@acme.example', phone: null },
  ],
  asset_types: [{ ref: 'hvac', name: 'HVAC unit #1' }],
  suppliers: [{ ref: 'parts', name: 'Parts Co #1' }],
  inventory_locations: [
    { ref: 'main', location_name: 'Main #1', location_type: 'warehouse' },
    { ref: 'van', location_name: 'Van #2', location_type: 'vehicle' },
  ],
  customers: [
    {
      ref: 'harbor',
      customer_name: 'Harbor #1',
      customer_email: 'h@harbor.example',
      customer_phone: '+12125550102',
      default_sla_hours: 24,
      locations: ['pier', 'dock'].map((ref) => ({
        ref,
        location_name: ref,
        address_street: '1 Pier',
        address_city: 'New York',
        address_state: 'NY',
        address_zip: '10001',
      })),
    },
  ],
  assets: [
    {
      ref: 'chiller',
      asset_name: 'Chiller #1',
      asset_type: 'hvac',
      location: 'dock',
      assigned_to: 'bo',
      serial_number: 'SN-1',
      meters: [{ ref: 'hours', name: 'Run hours', unit: 'h', threshold: 500 }],
      service_records: [
        {
          service_type: 'repair',
          description: 'New bearing',
          service_date: '2026-01-05',
          technician: 'ada',
        },
      ],
    },
  ],
  inventory_items: [
    {
      ref: 'filter',
      part_number: 'F-1',
      part_name: 'Filter #1',
      supplier: 'parts',
      stock: { main: 20 },
      movements: [
        { type: 'Transfer', location: 'main', to: 'van', quantity: 5, notes: 'Restock' },
        { type: 'Adjust', location: 'van', quantity: -1 },
      ],
    },
  ],
  jobs: [
    {
      ref: 'fix',
      job_title: 'Fix it #1',
      job_description: 'The chiller on the roof is very loud.',
      location: 'dock',
      technician: 'ada',
      job_status: 'In Progress',
      assets: ['chiller'],
      required_parts: [{ item: 'filter', from: 'main', quantity: 2 }],
    },
    {
      job_title: 'Look at it #2',
      job_description: 'Nobody knows what is wrong with it.',
      location: 'pier',
      technician: null,
    },
  ],
  webhook_endpoints: [{ ref: 'erp', ...ENDPOINT }],
  api_keys: [{ ref: 'full', name: 'Full #1', scopes: 'all' }],
};

const apply = (manifest: object, ...more: string[]) => {
  const file = folder.write('acme.json', manifest);
  const connection = ['--admin', admin.url, '--token', 'let me in'];
  return type(['apply', '-f', file, ...connection, ...more]);
};

const sent = (path: string) => {
  const [address = '', query] = path.split('?');
  const batch = [`${address}/batch`, query].filter(Boolean).join('?');
  return admin.requests.flatMap((request) => {
    if (request.path === path) return [request.body];
    if (request.path !== batch) return [];
    return request.body?.['entries'] as (typeof request.body)[];
  });
};

it('prints the ids by ref, and nothing else', async () => {
  const { code, stdout, stderr } = await apply(ACME, '--output', 'json');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({
    company_id: 5,
    technicians: { ada: 101, bo: 102 },
    asset_types: { hvac: 401 },
    suppliers: { parts: 701 },
    inventory_locations: { main: 801, van: 802 },
    customers: { harbor: 201 },
    customer_locations: { pier: 311, dock: 312 },
    assets: { chiller: 501 },
    meters: { hours: 611 },
    inventory_items: { filter: 901 },
    jobs: { fix: 1_001 },
    webhook_endpoints: { erp: { id: 1_101, secret: 'whsec_1' } },
    api_keys: { full: { id: 1_201, key: 'svc_live_1' } },
    users: { 'olive': 1_301, 'm@acme.example': 1_302 },
  });
});

it('has every section in its output, however small the manifest', async () => {
  const { stdout } = await apply({ company: { slug: 'acme' } }, '--output', 'json');

  expect(JSON.parse(stdout)).toEqual({
    company_id: 5,
    ...Object.fromEntries(
      [
        ...['technicians', 'asset_types', 'suppliers', 'inventory_locations', 'customers'],
        ...['customer_locations', 'assets', 'meters', 'inventory_items', 'jobs'],
        ...['webhook_endpoints', 'api_keys', 'users'],
      ].map((section) => [section, {}]),
    ),
  });
});

it('sends own headers and conditions of an endpoint, and prints no header', async () => {
  const { stdout } = await apply(ACME);

  expect(sent('/companies/acme/webhooks/endpoints')).toEqual([ENDPOINT]);
  expect(stdout).not.toContain('Authorization');
});

it('shows people what there is, and the secrets that are not shown again', async () => {
  const { stdout } = await apply(ACME);

  expect(stdout).toContain('Company acme (id 5), 2 users, 2 technicians');
  expect(stdout).toContain('API key full: svc_live_1\n');
  expect(stdout).toContain('Webhook secret erp: whsec_1\n');
});

it('counts for people what was created, changed and left as it was', async () => {
  const { stdout } = await apply(ACME);

  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual(
    expect.arrayContaining([
      ['kind', 'created', 'changed', 'unchanged'],
      ['company', '1', '0', '0'],
      ['technicians', '0', '2', '0'],
      ['customers', '0', '0', '1'],
      ['customer locations', '2', '0', '0'],
      ['meters', '1', '0', '0'],
    ]),
  );
});

describe('apply --dry-run', () => {
  const none = { created: 0, changed: 0, unchanged: 0 };

  it('prints the counts of every kind, asking only for dry runs', async () => {
    const { code, stdout, stderr } = await apply(ACME, '--dry-run', '--output', 'json');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      dry_run: true,
      counts: {
        company: { ...none, created: 1 },
        users: { ...none, created: 2 },
        technicians: { ...none, changed: 2 },
        asset_types: { ...none, created: 1 },
        suppliers: { ...none, created: 1 },
        inventory_locations: { ...none, created: 2 },
        customers: { ...none, unchanged: 1 },
        customer_locations: { ...none, created: 2 },
        assets: { ...none, created: 1 },
        meters: { ...none, created: 1 },
        inventory_items: { ...none, created: 1 },
        jobs: { ...none, created: 2 },
        webhook_endpoints: { ...none, created: 1 },
        api_keys: { ...none, created: 1 },
      },
    });
    expect(admin.requests.filter(({ path }) => !path.endsWith('?dry_run=true'))).toEqual([]);
  });

  it('refers to what is not there yet by ids that no record has', async () => {
    await apply(ACME, '--dry-run');

    const [asset] = sent('/companies/acme/assets/assets?dry_run=true');
    expect(asset).toMatchObject({ assigned_to: 102 });
    expect(Number(asset?.['asset_type_id'])).toBeGreaterThan(2 ** 52);
    expect(Number(asset?.['location_id'])).toBeGreaterThan(2 ** 52);
    const [job] = sent('/companies/acme/jobs/jobs?dry_run=true');
    expect(job).toMatchObject({ customer_location_id: asset?.['location_id'] });
  });

  it('tells people that nothing was written, and shows no key that there is not', async () => {
    const { stdout } = await apply(ACME, '--dry-run');

    expect(stdout).toMatch(/^Company acme, dry run: nothing was written\.\n/);
    expect(stdout).toMatch(/\napi keys +1 +0 +0\n$/);
    expect(stdout).not.toContain('svc_live_1');
  });

  it('names the place of what would be refused', async () => {
    failAt(
      '/companies/acme/technicians/technicians?dry_run=true',
      refusal(400, 'no', [{ field: 'email', message: 'It is taken.' }]),
    );

    expect(await apply(ACME, '--dry-run', '--output', 'json')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'technicians[0].email: It is taken.\n',
    });
  });
});

describe('where a manifest is read from', () => {
  const connection = () => ['--admin', admin.url, '--token', 'let me in'];

  it('is standard input for -', async () => {
    const read = async () => 'company: { slug: acme }';

    expect(await type(['apply', '-f', '-', ...connection()], { read })).toMatchObject({ code: 0 });
    expect(sent('/companies')).toEqual([{ slug: 'acme' }]);
  });

  it('is named in a refusal', async () => {
    const read = async () => 'company: [';

    const { stderr } = await type(['apply', '-f', '-', ...connection()], { read });

    expect(stderr).toMatch(/^standard input: line 1: [^\n]+\n$/);
  });

  it('is the folder in which the command was typed', async () => {
    folder.write('here.yaml', 'company: { slug: acme }');

    const line = ['apply', '-f', 'here.yaml', ...connection()];
    expect(await type(line, { cwd: folder.path })).toMatchObject({ code: 0 });
    expect(await type(line, { cwd: '/' })).toMatchObject({
      code: 1,
      stderr: '/here.yaml cannot be read (ENOENT).\n',
    });
  });
});

it('sends each entry without its ref, with ids in place of references', async () => {
  await apply(ACME);

  expect(admin.requests.every(({ method }) => method === 'PUT')).toBe(true);
  expect(admin.requests[0]).toMatchObject({
    path: '/companies',
    authorization: 'Bearer let me in',
    body: ACME.company,
  });
  expect(sent('/companies/acme/technicians/technicians')).toContainEqual({
    first_name: 'Bo',
    last_name: '#2',
    email: 'bo@acme.example',
    phone: null,
  });
  expect(sent('/companies/acme/customers/customers')[0]?.['locations']).toEqual(
    ACME.customers[0]?.locations.map(({ ref: _, ...fields }) => fields),
  );
  expect(sent('/companies/acme/assets/assets')).toEqual([
    {
      asset_name: 'Chiller #1',
      asset_type_id: 401,
      location_id: 312,
      assigned_to: 102,
      serial_number: 'SN-1',
      meters: [{ name: 'Run hours', unit: 'h', threshold: 500 }],
      service_records: [
        {
          service_type: 'repair',
          description: 'New bearing',
          service_date: '2026-01-05',
          technician_id: 101,
        },
      ],
    },
  ]);
  expect(sent('/companies/acme/inventory/items')).toEqual([
    {
      part_number: 'F-1',
      part_name: 'Filter #1',
      supplier_id: 701,
      stock: [{ location_id: 801, quantity: 20 }],
      movements: [
        {
          type: 'Transfer',
          location_id: 801,
          to_location_id: 802,
          quantity: 5,
          notes: 'Restock',
        },
        { type: 'Adjust', location_id: 802, quantity: -1 },
      ],
    },
  ]);
  expect(sent('/companies/acme/jobs/jobs')).toEqual([
    {
      job_title: 'Fix it #1',
      job_description: 'The chiller on the roof is very loud.',
      customer_location_id: 312,
      assigned_technician_id: 101,
      job_status: 'In Progress',
      asset_ids: [501],
      required_parts: [{ item_id: 901, location_id: 801, quantity: 2 }],
    },
    {
      job_title: 'Look at it #2',
      job_description: 'Nobody knows what is wrong with it.',
      customer_location_id: 311,
      assigned_technician_id: null,
    },
  ]);
});

const technicians = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    first_name: 'Ada',
    last_name: `Byron ${at}`,
    email: `${at}@acme.example`,
  }));

const TECHNICIANS = '/companies/acme/technicians/technicians';

function signal() {
  let give = (): void => undefined;
  const at = new Promise<void>((resolve) => (give = resolve));
  return { at, give: () => give() };
}

const paths = () => admin.requests.map(({ path }) => path);

it('sends up to 50 entries of a section in one call, in their order', async () => {
  const all = technicians(101);

  expect(await apply({ ...ACME, technicians: all, assets: [], jobs: [] })).toMatchObject({
    code: 0,
  });

  expect(paths().filter((path) => path.startsWith(TECHNICIANS))).toEqual([
    `${TECHNICIANS}/batch`,
    `${TECHNICIANS}/batch`,
    TECHNICIANS,
  ]);
  expect(sent(TECHNICIANS)).toEqual(all);
});

it('sends no more than 64 KiB of entries in one call', async () => {
  const all = technicians(13).map((each) => ({ ...each, first_name: 'A'.repeat(10_000) }));

  expect(await apply({ company: { slug: 'acme' }, technicians: all })).toMatchObject({ code: 0 });

  expect(paths()).toEqual([
    '/companies',
    `${TECHNICIANS}/batch`,
    `${TECHNICIANS}/batch`,
    TECHNICIANS,
  ]);
  expect(sent(TECHNICIANS)).toEqual(all);
});

it('sends no more than 500 items of lists in one call, and alone what has more', async () => {
  const skills = Array.from({ length: 100 }, (_, at) => ({ skill_name: `S${at}`, skill_level: 1 }));
  const all = technicians(12).map((each) => ({ ...each, skills }));

  expect(await apply({ company: { slug: 'acme' }, technicians: all })).toMatchObject({ code: 0 });

  expect(paths()).toEqual([
    '/companies',
    `${TECHNICIANS}/batch`,
    `${TECHNICIANS}/batch`,
    `${TECHNICIANS}/batch`,
  ]);
  const sizes = admin.requests.slice(1).map(({ body }) => (body?.['entries'] as object[]).length);
  expect(sizes).toEqual([5, 5, 2]);
});

it('sends the entries of a refused call one by one, and nothing behind the one at fault', async () => {
  const all = technicians(150);
  admin.answer = (request) => {
    const isBatch = request.path === `${TECHNICIANS}/batch`;
    const entries = isBatch ? request.body?.['entries'] : [request.body];
    const isAtFault = (entries as { email?: string }[]).some(
      ({ email }) => email === '102@acme.example',
    );
    if (!isAtFault) return created(request);
    return refusal(400, 'no', [{ field: 'email', message: 'It is taken.' }]);
  };

  const outcome = await apply({ company: { slug: 'acme' }, technicians: all });

  expect(outcome).toEqual({
    code: 1,
    stdout: '',
    stderr: 'technicians[102].email: It is taken.\n',
  });
  expect(paths().slice(-5)).toEqual([
    `${TECHNICIANS}/batch`,
    `${TECHNICIANS}/batch`,
    ...Array.from({ length: 3 }, () => TECHNICIANS),
  ]);
  expect(admin.requests.at(-1)?.body).toMatchObject({ email: '102@acme.example' });
});

const CUSTOMERS = '/companies/acme/customers/customers';

const customers = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...ACME.customers[0],
    ref: `customer-${at}`,
    customer_email: `${at}@harbor.example`,
    customer_phone: `+1212555${String(at).padStart(4, '0')}`,
    locations: [],
  }));

it('sends sections side by side that do not refer to each other', async () => {
  const arrived = new Map([TECHNICIANS, CUSTOMERS].map((path) => [path, signal()]));
  admin.answer = async (request) => {
    arrived.get(request.path)?.give();
    if (arrived.has(request.path)) await Promise.all([...arrived.values()].map(({ at }) => at));
    return created(request);
  };

  const manifest = { company: ACME.company, technicians: technicians(1), customers: customers(1) };

  expect(await apply(manifest)).toMatchObject({ code: 0 });
});

it('gives the other sections up when an entry is refused, and sends none that come later', async () => {
  const refused = signal();
  admin.answer = async (request) => {
    if (request.path === TECHNICIANS) {
      refused.give();
      return refusal(400, 'no', [{ field: 'email', message: 'It is taken.' }]);
    }
    if (request.path === `${CUSTOMERS}/batch`) await refused.at;
    return created(request);
  };

  const outcome = await apply({
    company: ACME.company,
    technicians: technicians(1),
    customers: customers(1_000),
    jobs: [],
    api_keys: ACME.api_keys,
  });

  expect(outcome).toMatchObject({ code: 1, stderr: 'technicians[0].email: It is taken.\n' });
  expect(paths().filter((path) => path === `${CUSTOMERS}/batch`).length).toBeLessThan(20);
  expect(paths()).not.toContain('/companies/acme/keys');
});

it('goes on where a call is refused of which each entry is taken alone', async () => {
  const all = technicians(3);
  failAt(`${TECHNICIANS}/batch`, refusal(413, 'The body is larger than 1 MiB.'));

  const { code, stdout } = await apply({ company: { slug: 'acme' }, technicians: all });

  expect(code).toBe(0);
  expect(stdout).toMatch(/\ntechnicians +0 +3 +0\n/);
});

it('sends nothing of a manifest that refers to what is not there', async () => {
  const [job] = ACME.jobs;

  const outcome = await apply({ ...ACME, jobs: [{ ...job, technician: 'eve' }] });

  expect(outcome).toEqual({
    code: 1,
    stdout: '',
    stderr: 'jobs[0].technician: no entry of technicians has the ref eve.\n',
  });
  expect(admin.requests).toEqual([]);
});

describe('a customer with more locations than one call takes', () => {
  const [customer, ...others] = ACME.customers;
  const more = Array.from({ length: 1_000 }, (_, at) => ({
    ref: `more-${at}`,
    location_name: `Hall ${at}`,
    address_street: '1 Main St',
    address_city: 'Springfield',
    address_state: 'IL',
    address_zip: '62701',
  }));
  const long = {
    ...ACME,
    customers: [...others, { ...customer, locations: [...(customer?.locations ?? []), ...more] }],
  };
  const lengths = (query = '') =>
    sent(`${CUSTOMERS}${query}`).map((body) => (body?.['locations'] as object[]).length);

  it('is sent in several, and counted once', async () => {
    const { code, stdout } = await apply(long, '--output', 'json', '--dry-run');

    expect(code).toBe(0);
    const { counts } = JSON.parse(stdout) as { counts: Record<string, object> };
    expect(counts).toMatchObject({
      customers: { unchanged: long.customers.length },
      customer_locations: { created: 1_002 },
    });
    expect(lengths('?dry_run=true').slice(-3)).toEqual([500, 500, 2]);
  });

  it('has each location under the ref that the manifest gave it', async () => {
    let given = 3_000;
    admin.answer = (request) => {
      const answer = created(request);
      if (!request.path.startsWith(CUSTOMERS)) return answer;
      const { data } = answer.body as { data: { locations: { location_id: number }[] } };
      for (const location of data.locations) location.location_id = given += 1;
      return answer;
    };

    const { stdout } = await apply(long, '--output', 'json');

    const { customer_locations: ids } = JSON.parse(stdout) as Record<
      string,
      Record<string, number>
    >;
    expect(ids?.['more-999']).toBe(Number(ids?.['pier']) + 1_001);
  });

  it('is named with the place of a location that is refused', async () => {
    admin.answer = (request) => {
      const isLast = (request.body?.['locations'] as object[] | undefined)?.length === 2;
      if (!isLast || !request.path.startsWith(CUSTOMERS)) return created(request);
      return refusal(400, 'no', [{ field: 'locations.1.address_zip', message: 'It is no ZIP.' }]);
    };

    expect(await apply({ ...long, customers: long.customers.slice(-1) })).toMatchObject({
      code: 1,
      stderr: 'customers[0].locations[1001].address_zip: It is no ZIP.\n',
    });
  });
});

const failAt = (path: string, answer: Answer) => {
  const [address = '', query] = path.split('?');
  const batch = [`${address}/batch`, query].filter(Boolean).join('?');
  admin.answer = (request) =>
    request.path === path || request.path === batch ? answer : created(request);
};

it.each<[string, string, Answer, string]>([
  [
    'a field',
    '/companies/acme/technicians/technicians',
    refusal(400, 'email must be a valid email.', [
      { field: 'email', message: 'email must be a valid email.' },
    ]),
    'technicians[0].email: email must be a valid email.\n',
  ],
  [
    'a field within a list',
    '/companies/acme/customers/customers',
    refusal(400, 'no', [{ field: 'locations.1.address_zip', message: 'It must be 5 digits.' }]),
    'customers[0].locations[1].address_zip: It must be 5 digits.\n',
  ],
  [
    'a reference, under its name in the manifest',
    '/companies/acme/jobs/jobs',
    refusal(400, 'no', [{ field: 'assigned_technician_id', message: 'Ada is inactive.' }]),
    'jobs[0].technician: Ada is inactive.\n',
  ],
  [
    'an e-mail address that another company has',
    '/companies/acme/dashboard/users',
    refusal(400, 'no', [{ field: 'email', message: 'email is taken.' }]),
    'users[0].email: email is taken.\n',
  ],
  [
    'a whole entry',
    '/companies/acme/customers/customers',
    refusal(409, 'Another customer uses the phone.'),
    'customers[0]: Another customer uses the phone.\n',
  ],
  [
    'the company',
    '/companies',
    refusal(400, 'no', [{ field: 'timezone', message: 'timezone must be an IANA time zone.' }]),
    'company.timezone: timezone must be an IANA time zone.\n',
  ],
  [
    'a service that does not run',
    '/companies/acme/assets/asset-types',
    refusal(500, 'Something went wrong.'),
    'asset_types[0]: the assets service failed or is not running (request req_1).\n',
  ],
  [
    'a service that is not there',
    '/companies/acme/dashboard/users',
    refusal(404, 'No such path.'),
    'users[0]: the dashboard service failed or is not running (request req_1).\n',
  ],
])('names %s in one line', async (_, path, answer, stderr) => {
  failAt(path, answer);

  expect(await apply(ACME, '--output', 'json')).toEqual({ code: 1, stdout: '', stderr });
});
