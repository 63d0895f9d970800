import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { removeSecrets } from '@svc/local-servers';
import type { DataFolder } from '../data-folder';
import { LaunchError } from '../launch-error';
import { placeAround, type DemoManifest, type Week } from './week';

export interface Demo {
  /** Null if the key was created by a run that did not store it. */
  readonly apiKey: string | null;
  /** The owner's; absent if the manifest has no owner with a password. */
  readonly login?: Login;
}

export interface Login {
  readonly email: string;
  readonly password: string;
}

export interface DemoIds {
  readonly jobs: Readonly<Record<string, number>>;
  readonly customers: Readonly<Record<string, number>>;
}

export interface DemoOptions {
  readonly fsm: string;
  readonly readManifest: () => DemoManifest;
  readonly week: Week;
  readonly folder: DataFolder;
  readonly admin: { readonly url: string; readonly token: string };
  readonly now: () => Date;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

interface Applied extends DemoIds {
  readonly company_id: number;
  readonly api_keys: Readonly<Record<string, { readonly key: string | null }>>;
}

/** Applies the demo company once per data folder and stores its key and login. */
export async function applyDemo(options: DemoOptions): Promise<Demo> {
  const { folder, report, readManifest } = options;
  const kept = folder.read<Demo>('demo.json');
  if (kept) return kept;

  report('Applying the demo company');
  const { company_id: companyId, api_keys: keys, jobs, customers } = await apply(options);
  const apiKey = Object.values(keys).find(({ key }) => key !== null)?.key ?? null;
  const demo: Demo = { apiKey, ...findOwnerLogin(readManifest()) };
  folder.write('demo-week.json', { companyId, ids: { jobs, customers }, done: 0 });
  folder.write('demo.json', demo);
  return demo;
}

export function findOwnerLogin({ users = [] }: DemoManifest): Pick<Demo, 'login'> {
  const { email, password } = users.find(({ role }) => role === 'owner') ?? {};
  return email && password ? { login: { email, password } } : {};
}

async function apply(options: DemoOptions): Promise<Applied> {
  const { fsm, readManifest, week, admin, now, signal } = options;
  if (!existsSync(fsm)) throw new LaunchError(`${fsm} is missing; run npx nx build fsm.`);
  const child = spawn(process.execPath, [fsm, 'apply', '-f', '-', '--output', 'json'], {
    // Passed by environment, because other users can read command lines.
    env: { ...removeSecrets(process.env), FSM_ADMIN_URL: admin.url, FSM_ADMIN_TOKEN: admin.token },
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  // The exit code says why the child stopped reading.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(placeAround(now(), readManifest(), week)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) {
    const reason = Buffer.concat(errors).toString().trimEnd().split('\n').at(-1);
    throw new LaunchError(`Could not apply the demo company: ${reason || `exit code ${code}`}`);
  }
  return JSON.parse(Buffer.concat(output).toString()) as Applied;
}
