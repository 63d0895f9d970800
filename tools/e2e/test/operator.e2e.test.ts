import { eventually } from '@svc/testing';
import { execFile, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import {
  aBakery,
  aJob,
  applyManifest,
  dataDir,
  fsm,
  fsmHere,
  givenCompany,
  givenJob,
  integrator,
  ROOT,
  runFile,
  tryManifest,
} from './platform';

interface CreatedKey {
  readonly id: number;
  readonly key: string;
}

const KINDS = [
  ...['company', 'users', 'technicians', 'asset_types', 'suppliers', 'inventory_locations'],
  ...['customers', 'customer_locations', 'assets', 'meters', 'inventory_items', 'jobs'],
  ...['webhook_endpoints', 'api_keys'],
];

const NEW_PLACE = { ref: 'annex', location_name: 'Annex' };

const aManifestOf = (slug: string) => ({
  company: { slug, name: `Company of ${slug}`, timezone: 'America/New_York', plan: 'enterprise' },
  users: [
    { email: `owner@${slug}.example`, name: 'Olive', role: 'owner', password: 'hush-hush-1' },
  ],
  technicians: [
    { ref: 'ada', first_name: 'Ada', last_name: 'Byron', email: `ada@${slug}.example` },
  ],
  asset_types: [{ ref: 'hvac', name: 'HVAC unit' }],
  suppliers: [{ ref: 'parts', name: 'Parts Co' }],
  inventory_locations: [{ ref: 'main', location_name: 'Main', location_type: 'warehouse' }],
  customers: [aBakery(slug)] as const,
  assets: [
    {
      ref: 'chiller',
      asset_name: 'Chiller',
      asset_type: 'hvac',
      location: 'shop',
      assigned_to: 'ada',
      serial_number: 'SN-1',
      meters: [{ ref: 'hours', name: 'Run hours' }],
    },
  ],
  inventory_items: [
    {
      ref: 'filter',
      part_number: 'F-1',
      part_name: 'Filter',
      supplier: 'parts',
      stock: { main: 2 },
    },
  ],
  jobs: [
    {
      ref: 'first',
      job_title: 'First job',
      job_description: 'The walk-in cooler does not hold its temperature.',
      location: 'shop',
      technician: 'ada',
      assets: ['chiller'],
      required_parts: [{ item: 'filter', from: 'main', quantity: 1 }],
    },
  ] as const,
  webhook_endpoints: [{ ref: 'erp', url: 'https://127.0.0.1:8443/erp', events: ['job.created'] }],
  api_keys: [{ ref: 'full', name: 'Full', scopes: 'all' }],
});

describe('the operator', () => {
  it('applies a manifest twice without a second record or key', async () => {
    const { ids } = await givenCompany('twice');
    const again = await givenCompany('twice');

    expect({ ...again.ids, api_keys: {} }).toEqual({ ...ids, api_keys: {} });
    expect(again.ids.api_keys['full']).toEqual({ id: ids.api_keys['full']?.id, key: null });
  });

  it('is told by a dry run what an apply would do, which then does it', async () => {
    const manifest = aManifestOf('forecast');
    const outcomes = async (given: unknown) => {
      const { counts } = await tryManifest(given);
      return Object.fromEntries(
        Object.entries(counts).map(([kind, { created, changed, unchanged }]) => [
          kind,
          `${created} ${changed} ${unchanged}`,
        ]),
      );
    };
    const everyKind = (count: string) =>
      Object.fromEntries([...KINDS].map((kind) => [kind, count] as const));

    expect(await outcomes(manifest)).toEqual(everyKind('1 0 0'));
    await expect(fsm('company', 'show', 'forecast')).rejects.toMatchObject({ code: 1 });

    await applyManifest(manifest);
    expect(await outcomes(manifest)).toEqual(everyKind('0 0 1'));

    const [customer] = manifest.customers;
    const [job] = manifest.jobs;
    const changed = {
      ...manifest,
      customers: [
        {
          ...customer,
          locations: [...customer.locations, { ...customer.locations[0], ...NEW_PLACE }],
        },
      ],
      // One job moves to a location that does not exist yet, another is created at it.
      jobs: [
        { ...job, location: 'annex' },
        { ...job, ref: 'second', job_title: 'Second job', location: 'annex' },
      ],
    };
    expect(await outcomes(changed)).toEqual({
      ...everyKind('0 0 1'),
      customer_locations: '1 0 1',
      jobs: '1 1 0',
    });
    expect(await outcomes(changed)).toMatchObject({ jobs: '1 1 0' });
  });

  it('is told by a dry run which field would be refused, in a company that is not there', async () => {
    const { company, technicians } = aManifestOf('never');
    const wrong = { company, technicians: [{ ...technicians[0], email: 'no address' }] };

    await expect(tryManifest(wrong)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^technicians\[0\]\.email: /),
    });
  });

  it('names files from the folder in which a command is typed, and - for standard input', async () => {
    const npm = ['--prefix', ROOT, 'run', '--silent', 'fsm', '--', 'apply', '--output', 'json'];
    const folder = `${ROOT}/tools/e2e`;
    const where = ['--data', relative(folder, dataDir())];
    const child = spawn('npm', [...npm, '-f', '-', '--dry-run', ...where], { cwd: folder });
    child.stdin.end('company: { slug: typed-in }');
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect({ stderr, counts: (JSON.parse(stdout) as { counts: object }).counts }).toMatchObject({
      counts: { company: { created: 1 } },
    });

    const there = promisify(execFile)('npm', [...npm, '-f', 'nothing.yaml', ...where], {
      cwd: folder,
    });
    await expect(there).rejects.toMatchObject({
      stderr: expect.stringContaining(`${folder}/nothing.yaml cannot be read (ENOENT).`),
    });
  });

  it('finds the metrics of every process in run.json', async () => {
    for (const { metrics } of Object.values(runFile().services)) {
      expect((await fetch(`${metrics}/livez`)).status).toBe(200);
    }
  });

  it('is told which field of a manifest is wrong', async () => {
    const manifest = {
      company: { slug: 'wrong', name: 'Wrong', timezone: 'America/New_York', plan: 'enterprise' },
      technicians: [{ ref: 'a', first_name: 'A', last_name: 'B', email: 'not an address' }],
    };

    await expect(applyManifest(manifest)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]*technicians\[0\]\.email[^\n]*\n$/),
    });
  });

  it('creates a key with scopes, changes them, and revokes it, each at once', async () => {
    await givenCompany('keys');
    const { id, key } = await fsm<CreatedKey>(
      ...['key', 'create', '--company', 'keys', '--name', 'reader', '--scope', 'jobs:read'],
    );
    const api = integrator(key);
    expect((await api.get('jobs')).status).toBe(200);
    expect((await api.get('customers')).body).toMatchObject({ error: 'insufficient_scope' });

    await fsmHere('key', 'update', String(id), '--scope', 'customers:read');
    expect((await api.get('jobs')).body).toMatchObject({ error: 'insufficient_scope' });
    expect((await api.get('customers')).status).toBe(200);

    await fsmHere('key', 'update', String(id), '--allow-ip', '203.0.113.0/24');
    expect((await api.get('customers')).body).toMatchObject({ error: 'forbidden' });
    await fsmHere('key', 'update', String(id), '--allow-any-ip');
    expect((await api.get('customers')).status).toBe(200);

    await fsm('key', 'revoke', String(id));
    expect((await api.get('customers')).status).toBe(401);
  });

  it('rolls a key without a failed request, and sets and takes away an expiry', async () => {
    const { key: first } = await givenCompany('rolled');
    const [{ id = 0 } = {}] = await fsmHere<CreatedKey[]>('key', 'list', '--company', 'rolled');
    const failed: number[] = [];
    let isRolled = false;
    const calling = (async () => {
      for (let extra = 0; extra < 20; extra += isRolled ? 1 : 0) {
        const { status } = await integrator(first).get('jobs');
        if (status !== 200) failed.push(status);
      }
    })();

    const { id: second, key } = await fsm<CreatedKey>('key', 'roll', String(id));
    isRolled = true;
    await calling;

    expect(failed).toEqual([]);
    const api = integrator(key);
    expect((await api.get('key')).body).toMatchObject({ data: { id: second, expires_at: null } });
    const at = new Date(Date.now() + 3_600_000).toISOString();
    await fsmHere('key', 'update', String(second), '--expires-at', at);
    const { data } = (await api.get('key')).body as { data: { expires_at: string } };
    expect(Math.abs(Date.parse(data.expires_at) - Date.parse(at))).toBeLessThan(1_000);
    await fsmHere('key', 'update', String(second), '--never-expires');
    expect((await api.get('key')).body).toMatchObject({ data: { expires_at: null } });
    await fsmHere('key', 'roll', String(second), '--keep-hours', '0');
    expect((await api.get('key')).status).toBe(401);
    expect((await integrator(first).get('jobs')).status).toBe(200);
  });

  it('never sees a key again', async () => {
    const { key } = await givenCompany('once');

    const keys = await fsmHere<{ last4: string }[]>('key', 'list', '--company', 'once');

    expect(JSON.stringify(keys)).not.toContain(key);
    expect(keys).toMatchObject([{ name: 'Full', mode: 'live', last4: key.slice(-4) }]);
  });

  it('deletes and restores a job and a customer', async () => {
    const { api, ids } = await givenCompany('removal');
    const location = ids.customer_locations['shop'];
    const job = await givenJob(api, location, 'Compressor is loud');
    const customer = ids.customers['bakery'];

    const outcome = await fsmHere('job', 'delete', String(job), '--company', 'removal');
    expect(outcome).toEqual({ id: job, deleted: true });
    expect((await api.get(`jobs?id=${job}`)).status).toBe(404);
    await fsmHere('job', 'restore', String(job), '--company', 'removal');
    expect((await api.get(`jobs?id=${job}`)).body).toMatchObject({ data: { version: 3 } });

    await fsmHere('customer', 'delete', String(customer), '--company', 'removal');
    expect((await api.get(`customers?id=${customer}`)).status).toBe(404);
    await eventually(async () => {
      const refused = await api.post('jobs', aJob(location, 'Nobody is there'));
      expect(refused.body).toMatchObject({ error: 'validation_failed' });
    });
    await fsmHere('customer', 'restore', String(customer), '--company', 'removal');
    expect((await api.get(`customers?id=${customer}`)).status).toBe(200);
  });

  it('does not see a record of another company', async () => {
    const { ids } = await givenCompany('one');
    await givenCompany('other');
    const customer = String(ids.customers['bakery']);

    await expect(
      fsmHere('customer', 'delete', customer, '--company', 'other'),
    ).rejects.toMatchObject({
      code: 1,
    });
  });
});
