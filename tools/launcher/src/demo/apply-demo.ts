import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { withoutSecrets } from '@svc/local-servers';
import type { DataFolder } from '../data-folder';
import { LaunchError } from '../launch-error';
import { placedAround, type Manifest, type Week } from './week';

/** What a person needs in order to try the demo company. */
export interface Demo {
  /** Null when the company's key was created by an earlier run, which kept it to itself. */
  readonly apiKey: string | null;
  /** The owner's; absent where the manifest has no owner with a password. */
  readonly login?: Login;
}

/** By which somebody signs in to the dashboard, unless it was changed since. */
export interface Login {
  readonly email: string;
  readonly password: string;
}

/** The ids that `fsm apply` gave to entries of the manifest, by their `ref`. */
export interface DemoIds {
  readonly jobs: Readonly<Record<string, number>>;
  readonly customers: Readonly<Record<string, number>>;
}

export interface DemoOptions {
  /** The operator's command line. */
  readonly fsm: string;
  readonly manifest: Manifest;
  readonly week: Week;
  readonly folder: DataFolder;
  readonly admin: { readonly url: string; readonly token: string };
  readonly now: () => Date;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

interface Applied extends DemoIds {
  readonly api_keys: Readonly<Record<string, { readonly key: string | null }>>;
}

/**
 * Applies the demo company with its week around today, once per data folder, and keeps its API key and
 * login for later starts.
 */
export async function applyDemo(options: DemoOptions): Promise<Demo> {
  const { folder, report, manifest } = options;
  const kept = folder.read<Demo>('demo.json');
  if (kept) return kept;

  report('Applying the demo company');
  const { api_keys: keys, jobs, customers } = await apply(options);
  const apiKey = Object.values(keys).find(({ key }) => key !== null)?.key ?? null;
  const demo: Demo = { apiKey, ...ownersLogin(manifest) };
  folder.write('demo-week.json', { ids: { jobs, customers }, done: 0 });
  folder.write('demo.json', demo);
  return demo;
}

/** The login of the owner whom the manifest gives a password. */
export function ownersLogin({ users = [] }: Manifest): Pick<Demo, 'login'> {
  const { email, password } = users.find(({ role }) => role === 'owner') ?? {};
  return email && password ? { login: { email, password } } : {};
}

async function apply(options: DemoOptions): Promise<Applied> {
  const { fsm, manifest, week, admin, now, signal } = options;
  if (!existsSync(fsm)) throw new LaunchError(`${fsm} is missing: build the project "fsm".`);
  const child = spawn(process.execPath, [fsm, 'apply', '-f', '-', '--output', 'json'], {
    // The token goes by the environment: other users can read command lines.
    env: { ...withoutSecrets(process.env), FSM_ADMIN_URL: admin.url, FSM_ADMIN_TOKEN: admin.token },
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  // It may end before it has read all; its exit code tells why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(placedAround(now(), manifest, week)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) {
    const reason = Buffer.concat(errors).toString().trimEnd().split('\n').at(-1);
    throw new LaunchError(`The demo company cannot be applied: ${reason || `exit code ${code}`}`);
  }
  return JSON.parse(Buffer.concat(output).toString()) as Applied;
}
