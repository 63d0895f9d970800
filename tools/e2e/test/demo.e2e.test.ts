import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createResponseCheck, type OpenApiDocument } from '@svc/openapi';
import { eventually } from '@svc/testing';
import { callDashboardAs } from '../browser/people';
import {
  dataDir,
  fsm,
  fsmHere,
  integrator,
  noteUsed,
  printed,
  runFile,
  type Api,
} from './platform';

const run = promisify(execFile);

const keyIn = (text: string): string => /svc_(?:live|test)_[0-9A-Za-z]{43}/.exec(text)?.[0] ?? '';
const totalOf = async (api: Api, pathAndQuery: string): Promise<unknown> => {
  const { status, body } = await api.get(pathAndQuery);
  expect([pathAndQuery, status]).toEqual([pathAndQuery, 200]);
  return (body['pagination'] as { total: number }).total;
};

const JOB_STATUSES = [
  'Pending',
  'Assigned',
  'In Progress',
  'On Hold',
  'Completed',
  'Invoiced',
  'Paid',
  'Closed',
  'Cancelled',
];

const TRANSACTION_TYPES = [
  ...['Add', 'Remove', 'Transfer_out', 'Transfer_in', 'Adjust', 'Reserve', 'Release'],
  'Job_complete',
];

type Ledger = readonly (readonly [type: string, quantity: number])[];

async function ledgerOf(api: Api, itemId: number): Promise<Ledger> {
  const { body } = await api.get(`inventory?id=${itemId}&sub=transactions&per_page=100`);
  const rows = body['data'] as { transaction_type: string; quantity: number }[];
  return rows.map(({ transaction_type, quantity }) => [transaction_type, quantity]);
}

/** Reservations change only what is available. */
const inStock = (ledger: Ledger): number =>
  ledger
    .filter(([type]) => type !== 'Reserve' && type !== 'Release')
    .reduce((sum, [, quantity]) => sum + quantity, 0);

interface Again {
  readonly jobs: Readonly<Record<string, number>>;
  readonly assets: Readonly<Record<string, number>>;
  readonly meters: Readonly<Record<string, number>>;
}

describe('after npm start', () => {
  const api = integrator(keyIn(printed()));

  it('the dashboard is where it says, and the login that it printed signs in', async () => {
    const { gateway, dashboard, dashboard_login: login } = runFile();
    expect(dashboard).toBe(`${gateway}/dashboard`);
    expect(printed()).toContain(`Dashboard  ${dashboard}`);
    expect(printed()).toContain(`Sign in    ${login?.email} with ${login?.password}`);

    const page = await fetch(dashboard, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const [file] = /\/dashboard\/files\/[\w.-]+\.js/.exec(await page.text()) ?? [];
    const script = await fetch(`${gateway}${file}`, { headers: { 'accept-encoding': 'br' } });
    expect(script.headers.get('content-encoding')).toBe('br');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect((await script.text()).length).toBeGreaterThan(10_000);

    const signedIn = await fetch(`${dashboard}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'origin': gateway },
      body: JSON.stringify(login),
    });
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers.getSetCookie().map((each) => String(each.split(';', 1)[0]));
    noteUsed({ cookie });
    const session = await fetch(`${dashboard}/api/session`, {
      headers: { cookie: cookie.join('; ') },
    });
    expect(await session.json()).toMatchObject({
      data: { user: { email: login?.email, role: 'owner' }, company: { plan: 'enterprise' } },
    });
    const keys = await fetch(`${dashboard}/api/api-keys`, {
      headers: { cookie: cookie.join('; ') },
    });
    expect([keys.status, JSON.stringify(await keys.json())]).toEqual([
      200,
      expect.stringContaining('"mode":"live"'),
    ]);
  });

  it('the curl line that it printed works as it is', async () => {
    const line = /curl .*/.exec(printed())?.[0];

    const { stdout } = await run('bash', ['-c', String(line)]);

    expect(JSON.parse(stdout)).toMatchObject({ success: true });
  });

  it('says where everything is', () => {
    const { gateway } = runFile();

    expect(printed()).toContain(gateway);
    expect(printed()).toContain(`${gateway}/docs`);
  });

  it('has the demo company', async () => {
    expect(await totalOf(api, 'technicians')).toBe(6);
    expect(await totalOf(api, 'customers')).toBe(40);
    expect(await totalOf(api, 'jobs')).toBe(120);
    expect(await totalOf(api, 'assets')).toBe(80);
    expect(await totalOf(api, 'inventory')).toBe(60);
  });

  it('has jobs in every status', async () => {
    for (const status of JOB_STATUSES) {
      expect(await totalOf(api, `jobs?status=${encodeURIComponent(status)}`)).toBeGreaterThan(0);
    }
  });

  it('has sixty locations', async () => {
    const { body } = await api.get('customers?per_page=100');
    const customers = body['data'] as { customer_id: number }[];
    const totals = await Promise.all(
      customers.map(({ customer_id }) => totalOf(api, `customers?id=${customer_id}&locations=1`)),
    );

    expect(totals.map(Number).reduce((sum, each) => sum + each, 0)).toBe(60);
  });

  it('has service of every asset to show', async () => {
    const { body } = await api.get('assets?per_page=100');
    const assets = body['data'] as { asset_id: number; asset_type_id: number }[];
    const totals = await Promise.all(
      assets.map(({ asset_id }) => totalOf(api, `assets?id=${asset_id}&sub=service_history`)),
    );

    expect(new Set(assets.map(({ asset_type_id }) => asset_type_id)).size).toBe(6);
    expect(totals.filter((total) => total === 0)).toEqual([]);
  });

  it('has moved every item, in every way, and accounts for it', async () => {
    expect(await totalOf(api, 'inventory?sub=locations')).toBe(6);
    const { body } = await api.get('inventory?per_page=100');
    const items = body['data'] as { id: number; quantity_on_hand: number }[];
    const ledgers = await Promise.all(items.map(({ id }) => ledgerOf(api, id)));

    expect(new Set(ledgers.flat().map(([type]) => type))).toEqual(new Set(TRANSACTION_TYPES));
    expect(ledgers.filter((ledger) => ledger.length === 0)).toEqual([]);
    expect(ledgers.map(inStock)).toEqual(items.map(({ quantity_on_hand }) => quantity_on_hand));
    expect(await fsmHere('inventory', 'reconcile', '--company', 'demo-comfort-air')).toMatchObject({
      items: 60,
      differences: [],
    });
  });

  it('is what it was when it is applied again', async () => {
    const audited = () => fsmHere('inventory', 'reconcile', '--company', 'demo-comfort-air');
    const apply = () => fsm<Again>('apply', '-f', 'deploy/demo/company.yaml');
    // Completes the jobs that the week of the demo has under way today.
    await apply();
    const before = await audited();

    const { jobs, assets, meters } = await apply();

    expect(Object.keys(meters).length).toBeGreaterThanOrEqual(80);
    expect(await audited()).toEqual(before);
    expect(await totalOf(api, 'jobs')).toBe(120);
    expect((await api.get(`jobs?id=${jobs['job-081']}`)).body).toMatchObject({
      data: {
        job_title: 'Rooftop unit 2 short cycles (Wexford Property Group, Naperville)',
        assets: [{ asset_id: assets['naperville-rtu-2'], asset_status: 'In Maintenance' }],
      },
    });
  });

  it('has lived through a week, and has the counts that it had', async () => {
    interface Delivery {
      readonly status: string;
      readonly attempts: number;
    }
    const week = (): { done: number; appKey?: string } =>
      JSON.parse(readFileSync(join(dataDir(), 'demo-week.json'), 'utf8'));
    await eventually(() => expect(week().done).toBe(39), { within: 30_000 });
    noteUsed({ key: week().appKey });
    const ofCompany = ['--company', 'demo-comfort-air'];
    const endpoints = await fsmHere<{ url: string; status: string }[]>(
      'webhook',
      'list',
      ...ofCompany,
    );
    const deliveries = () => fsmHere<Delivery[]>('webhook', 'deliveries', ...ofCompany);

    expect(endpoints.map(({ url }) => new URL(url).pathname).sort()).toEqual([
      ...['/accounting', '/dispatch-board', '/former-erp'],
    ]);
    await eventually(
      async () => {
        const statuses = (await deliveries()).map(({ status }) => status);
        expect(statuses.filter((status) => status === 'succeeded').length).toBeGreaterThan(15);
        expect(new Set(statuses)).toEqual(new Set(['succeeded', 'failed']));
      },
      { within: 60_000 },
    );
    expect((await deliveries()).some(({ attempts }) => attempts > 1)).toBe(true);
    expect(await totalOf(api, 'jobs')).toBe(120);
    expect(printed()).not.toContain('incomplete');

    const { body } = await api.get('jobs?per_page=100');
    const jobs = body['data'] as Readonly<Record<string, string | null>>[];
    const timesOf = (job: (typeof jobs)[number]) =>
      ['created_at', 'actual_start', 'actual_end', 'updated_at'].flatMap((field) => {
        const time = job[field];
        return time ? [Date.parse(time)] : [];
      });
    for (const job of jobs)
      expect(timesOf(job)).toEqual(timesOf(job).toSorted((one, other) => one - other));
    const days = new Set(jobs.map((job) => String(job['created_at']).slice(0, 10)));
    expect(days.size).toBeGreaterThan(20);

    const assets = (await api.get('assets?per_page=5')).body['data'] as readonly {
      readonly asset_id: number;
      readonly created_at: string;
    }[];
    for (const { asset_id: id, created_at: created } of assets) {
      const timesIn = async (sub: string, field: string) => {
        const rows = (await api.get(`assets?id=${id}&sub=${sub}&per_page=100`)).body['data'];
        return (rows as Record<string, string>[]).map((each) => Date.parse(String(each[field])));
      };
      expect(Math.min(...(await timesIn('history', 'time')))).toBe(Date.parse(created));
      const services = await timesIn('service_history', 'service_date');
      expect(Math.min(...services)).toBeGreaterThan(Date.parse(created));
    }
    const { dashboard_login: login } = runFile();
    if (!login) throw new Error('The demo company has no owner.');
    const keys = await (await callDashboardAs(login))('GET', 'api-keys');
    const used = (keys as unknown as { name: string; requests_by_day: number[] }[]).filter(
      ({ requests_by_day: requests }) => requests.filter((each) => each > 0).length >= 29,
    );
    expect(used.map(({ name }) => name).sort()).toEqual([
      'Reports (read only)',
      'Tablets of the technicians',
    ]);
  });

  it('answers as its own document says', async () => {
    const document = (await (await fetch(`${runFile().gateway}/openapi.json`)).json()) as unknown;
    const expectDocumented = createResponseCheck(document as OpenApiDocument);
    const idIn = async (path: string, field: string) => {
      const { body } = await api.get(`${path}?per_page=1`);
      return (body['data'] as Record<string, unknown>[])[0]?.[field];
    };
    const job = await idIn('jobs', 'job_id');
    const customer = await idIn('customers', 'customer_id');
    const technician = await idIn('technicians', 'technician_id');

    for (const [operation, pathAndQuery] of [
      ['listJobs', 'jobs?per_page=100'],
      ['getJob', `jobs?id=${job}`],
      ['getJob', 'jobs?id=987654321'],
      ['listJobs', 'jobs?page=0'],
      ['listCustomers', 'customers?search=a'],
      ['getCustomer', `customers?id=${customer}&include=locations`],
      ['listLocations', `customers?id=${customer}&locations=1`],
      ['listTechnicians', 'technicians?status=Active'],
      ['getTechnician', `technicians?id=${technician}`],
    ] as const) {
      const { status, body } = await api.get(pathAndQuery);
      expectDocumented(operation, status, body);
    }
  });

  it('answers 500 for a context that does not run, and 200 for the others', async () => {
    const answers = [await api.get('assets'), await api.get('customers')];
    const isAssetsRunning = 'assets' in runFile().services;

    expect(answers.map(({ status }) => status)).toEqual([isAssetsRunning ? 200 : 500, 200]);
  });

  it('serves the document, what is made of it and its health without a key', async () => {
    const { gateway } = runFile();
    for (const [path, type] of [
      ['/docs', 'text/html'],
      ['/openapi.json', 'application/json'],
      ['/openapi.3.0.json', 'application/json'],
      ['/openapi.operations.json', 'application/json'],
      ['/postman.json', 'application/json'],
      ['/llms.txt', 'text/plain'],
      ['/healthz', 'application/json'],
    ]) {
      const response = await fetch(`${gateway}${path}`);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-type')).toContain(type);
    }
  });

  it('lists the demo company to the operator', async () => {
    const companies = await fsmHere<unknown[]>('company', 'list');

    expect(companies).toContainEqual(expect.objectContaining({ slug: 'demo-comfort-air' }));
  });
});
