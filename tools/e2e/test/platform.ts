import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { run as runFsm } from '@svc/fsm/run';
import { eventually } from '@svc/testing';
import { parseUrlValues } from '../leaks';
import { startPlatform, type PlatformOptions, type StartedPlatform } from '../run-platform';

export const ROOT = join(__dirname, '../../..');

/** Starts a separate platform for this test file. */
export function givenOwnPlatform(options: PlatformOptions): void {
  let platform: StartedPlatform | undefined;
  beforeAll(async () => {
    platform = await startPlatform(options);
    Object.assign(process.env, platform.environment);
  }, 300_000);
  afterAll(() => platform?.stop(), 120_000);
}

export const dataDir = (): string => String(process.env['E2E_DATA_DIR']);

export const printed = (): string => String(process.env['E2E_PRINTED']);

/** Registers values that no log may contain; `stop-platform.cjs` searches for them. */
export const noteUsed = (record: unknown): void =>
  appendFileSync(String(process.env['E2E_USED_FILE']), `${JSON.stringify(record)}\n`);

interface Running {
  readonly url: string;
  readonly metrics?: string;
  readonly pid: number;
}

interface RunningService extends Running {
  readonly metrics: string;
  readonly database_url: string;
  readonly replicas?: readonly (Running & { readonly admin?: string })[];
}

/** Current `run.json`: restarted processes have new ids. */
export interface RunFile {
  readonly gateway: string;
  readonly admin: string;
  readonly admin_token: string;
  readonly dashboard: string;
  readonly dashboard_login?: { readonly email: string; readonly password: string };
  readonly pid: number;
  readonly services: Readonly<Record<string, RunningService>>;
  readonly postgres: Running;
  readonly nats: Running & { readonly nodes?: readonly Running[] };
  readonly store?: Running;
}

export const runFile = (): RunFile =>
  JSON.parse(readFileSync(join(dataDir(), 'run.json'), 'utf8')) as RunFile;

export const pidOf = (name: string): number => {
  const { services, nats, postgres } = runFile();
  return Number({ ...services, nats, postgres }[name]?.pid);
};

/** Kills processes with SIGKILL, and resolves when replacements run. */
export async function kill(...names: readonly string[]): Promise<void> {
  const killed = names.map(pidOf);
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  await eventually(
    () => expect(names.map(pidOf).filter((pid) => killed.includes(pid))).toEqual([]),
    { within: 60_000 },
  );
}

const exec = promisify(execFile);
const MAX_PRINTED_BYTES = 64 * 1024 * 1024;

/** Returns the command's JSON; rejects with its standard error. */
export async function fsm<T>(...args: readonly string[]): Promise<T> {
  const command = ['tools/run.mjs', 'fsm', ...ofThisPlatform(args)];
  const { stdout } = await exec(process.execPath, command, {
    cwd: ROOT,
    maxBuffer: MAX_PRINTED_BYTES,
  });
  return answered<T>(stdout);
}

/** Runs in this process, because starting one costs more than the command. */
export async function fsmHere<T>(...args: readonly string[]): Promise<T> {
  let stdout = '';
  let stderr = '';
  const code = await runFsm(ofThisPlatform(args), {
    env: process.env,
    write: (text) => void (stdout += text),
    writeError: (text) => void (stderr += text),
    read: async () => '',
    untilInterrupted: () => new Promise(() => {}),
    cwd: ROOT,
    columns: undefined,
    root: ROOT,
    version: 'of the tests',
    dist: join(ROOT, 'dist'),
  });
  if (code !== 0) throw Object.assign(new Error(stderr), { code, stdout, stderr });
  return answered<T>(stdout);
}

function ofThisPlatform(args: readonly string[]): string[] {
  noteUsed(args.filter((arg) => arg.includes('://')));
  return [...args, '--data', dataDir(), '--output', 'json'];
}

function answered<T>(stdout: string): T {
  const answer = JSON.parse(stdout) as T;
  noteUsed(secretsIn(answer));
  return answer;
}

function secretsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'string' && /^(key|secret)$/.test(name) ? [each] : secretsIn(each),
  );
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface Api {
  get(pathAndQuery: string): Promise<Answer>;
  post(pathAndQuery: string, body: unknown): Promise<Answer>;
  put(pathAndQuery: string, body: unknown): Promise<Answer>;
  patch(pathAndQuery: string, body: unknown): Promise<Answer>;
  delete(pathAndQuery: string): Promise<Answer>;
}

export function integrator(key: string): Api {
  noteUsed({ key });
  const send = async (method: string, pathAndQuery: string, body?: unknown): Promise<Answer> => {
    noteUsed({ ...parseUrlValues(pathAndQuery), body });
    const response = await fetch(`${runFile().gateway}/api/v1/${pathAndQuery}`, {
      method,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(40_000),
    });
    const { status, headers } = response;
    const answer = (await response.json()) as Record<string, unknown>;
    noteUsed(secretsIn(answer));
    return { status, headers, body: answer };
  };
  return {
    get: (pathAndQuery) => send('GET', pathAndQuery),
    post: (pathAndQuery, body) => send('POST', pathAndQuery, body),
    put: (pathAndQuery, body) => send('PUT', pathAndQuery, body),
    patch: (pathAndQuery, body) => send('PATCH', pathAndQuery, body),
    delete: (pathAndQuery) => send('DELETE', pathAndQuery),
  };
}

export const GENEROUS_LIMITS = {
  list_reads_per_minute: 100_000,
  record_reads_per_minute: 100_000,
  writes_per_minute: 100_000,
  reads_per_day: 1_000_000,
  writes_per_day: 1_000_000,
  key_writes_per_day: 1_000_000,
};

export const aCompany = (slug: string, limits: Readonly<Record<string, number>> = {}) => ({
  slug,
  name: `Company ${slug}`,
  timezone: 'America/New_York',
  plan: 'enterprise',
  features: ['inventory'],
  limits: { ...GENEROUS_LIMITS, ...limits },
});

export const aBakery = (slug: string) => ({
  ref: 'bakery',
  customer_name: 'Corner Bakery',
  customer_email: `office@${slug}.example`,
  customer_phone: '+12125550102',
  default_sla_hours: 24,
  locations: [
    {
      ref: 'shop',
      location_name: 'Shop',
      address_street: '1 Main Street',
      address_city: 'New York',
      address_state: 'NY',
      address_zip: '10001',
    },
  ],
});

export const aHotel = (slug: string) => ({
  ref: 'hotel',
  customer_name: 'Grand Hotel',
  customer_email: `hotel@${slug}.example`,
  customer_phone: '+12125550199',
  default_sla_hours: 24,
  locations: [
    {
      ref: 'roof',
      location_name: 'Roof',
      address_street: '9 High Street',
      address_city: 'New York',
      address_state: 'NY',
      address_zip: '10001',
    },
  ],
});

/** Creates a company with generous limits and a key with all scopes. */
export async function givenCompany(
  slug: string,
  limits: Readonly<Record<string, number>> = {},
): Promise<{ api: Api; ids: Applied; key: string }> {
  const manifest = {
    company: aCompany(slug, limits),
    technicians: [
      {
        ref: 'ada',
        first_name: 'Ada',
        last_name: 'Byron',
        email: `ada@${slug}.example`,
        phone: '+12125550101',
        status: 'Active',
        availability_status: 'Available',
      },
    ],
    customers: [aBakery(slug)],
    api_keys: [{ ref: 'full', name: 'Full', mode: 'live', scopes: 'all' }],
  };
  const ids = await applyManifest(manifest);
  const key = String(ids.api_keys['full']?.key);
  return { api: integrator(key), ids, key };
}

export interface Forecast {
  readonly dry_run: true;
  readonly counts: Readonly<Record<string, Readonly<Record<Outcome, number>>>>;
}
type Outcome = 'created' | 'changed' | 'unchanged';

export interface Applied {
  readonly company_id: number;
  readonly technicians: Readonly<Record<string, number>>;
  readonly customers: Readonly<Record<string, number>>;
  readonly customer_locations: Readonly<Record<string, number>>;
  readonly inventory_locations: Readonly<Record<string, number>>;
  readonly assets: Readonly<Record<string, number>>;
  readonly meters: Readonly<Record<string, number>>;
  readonly inventory_items: Readonly<Record<string, number>>;
  readonly jobs: Readonly<Record<string, number>>;
  readonly api_keys: Readonly<Record<string, { id: number; key: string | null }>>;
}

export const applyManifest = (manifest: unknown, ...options: readonly string[]): Promise<Applied> =>
  apply<Applied>(manifest, ...options);

export const tryManifest = (manifest: unknown): Promise<Forecast> =>
  apply<Forecast>(manifest, '--dry-run');

async function apply<T>(manifest: unknown, ...options: readonly string[]): Promise<T> {
  noteUsed(manifest);
  const { mkdtemp, rm, writeFile } = await import('node:fs/promises');
  const dir = await mkdtemp(join(dataDir(), 'manifest-'));
  const file = join(dir, 'company.json');
  await writeFile(file, JSON.stringify(manifest));
  try {
    return await fsmHere<T>('apply', '-f', file, ...options);
  } finally {
    await rm(dir, { recursive: true });
  }
}

export const aJob = (locationId: number | undefined, title: string): Record<string, unknown> => ({
  job_title: title,
  job_description: 'The walk-in cooler does not hold its temperature.',
  customer_location_id: locationId,
});

export async function givenJob(
  api: Api,
  locationId: number | undefined,
  title: string,
  more: object = {},
): Promise<number> {
  const { status, body } = await api.post('jobs', { ...aJob(locationId, title), ...more });
  expect([title, status]).toEqual([title, 201]);
  return (body['data'] as { job_id: number }).job_id;
}
