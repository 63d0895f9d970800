import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
// Imported by path: Jest resolves no library names in global setup.
/* oxlint-disable @nx/enforce-module-boundaries */
import { findNatsServer } from '../../libs/local-servers/src/find-nats-server';
import { findFreePort } from '../../libs/local-servers/src/ports';
import { certifyReceiver } from '../../libs/testing/src/certify-receiver';
/* oxlint-enable @nx/enforce-module-boundaries */
import { findLeaks } from './leaks';

const ROOT = join(__dirname, '../..');
const READY = /Press Ctrl-C/;
const MAX_START_MS = 300_000;
const SHOWN_LEAKS = 20;
const SHOWN_LINE = 500;

export interface PlatformOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface StartedPlatform {
  readonly environment: Readonly<Record<string, string>>;
  /** Rejects if a log contains personal data or secrets. */
  stop(): Promise<void>;
}

/** Starts the platform on throw-away data and free ports. */
export async function startPlatform({
  args = [],
  env = {},
}: PlatformOptions = {}): Promise<StartedPlatform> {
  const dir = mkdtempSync(join(tmpdir(), 'fsm-e2e-'));
  const usedFile = `${dir}-used.jsonl`;
  const demo = ['company.yaml', 'week.yaml'].map((name) =>
    parse(readFileSync(join(ROOT, 'deploy/demo', name), 'utf8')),
  );
  writeFileSync(usedFile, `${JSON.stringify(demo)}\n`, { mode: 0o600 });
  await certifyReceiver(dir);
  // The cache of `npm start`, so that NATS is fetched only once.
  await findNatsServer({ cache: join(ROOT, '.data/bin'), env: process.env });
  const mailPort = await findFreePort();
  const launcher = spawn(
    process.execPath,
    ['tools/run.mjs', 'start', '--data', dir, '--port', '0', ...args],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_EXTRA_CA_CERTS: join(dir, 'ca.pem'),
        SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
        WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
        WEBHOOK_RETRY_GAPS: '1s,1s,1s,1s,1s,1s,1s',
        ...env,
      },
    },
  );
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`npm start ${why}:\n${printed}`));
    const timer = setTimeout(() => {
      launcher.kill('SIGTERM');
      fail(`was not ready within ${MAX_START_MS / 1000} s`);
    }, MAX_START_MS);
    const note = (chunk: Buffer): void => {
      printed += chunk.toString();
      if (!READY.test(printed)) return;
      clearTimeout(timer);
      resolve();
    };
    launcher.stdout.on('data', note);
    launcher.stderr.on('data', note);
    launcher.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
  const environment = {
    E2E_USED_FILE: usedFile,
    E2E_DATA_DIR: dir,
    E2E_MAIL_PORT: String(mailPort),
    E2E_PRINTED: printed,
  };
  return { environment, stop: () => stopPlatform({ launcher, dir, usedFile }) };
}

const usedIn = (dir: string, usedFile: string): unknown[] => [
  ...readFileSync(usedFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown),
  JSON.parse(readFileSync(join(dir, 'secrets.json'), 'utf8')),
];

interface Running {
  readonly launcher: ChildProcess;
  readonly dir: string;
  readonly usedFile: string;
}

async function stopPlatform({ launcher, dir, usedFile }: Running): Promise<void> {
  const ended = once(launcher, 'exit');
  launcher.kill('SIGINT');
  await ended;
  const leaks = findLeaks(dir, usedIn(dir, usedFile));
  rmSync(usedFile);
  rmSync(dir, { recursive: true, force: true });
  if (leaks.length === 0) return;
  const first = new Map(leaks.toReversed().map((leak) => [leak.text, leak]));
  const shown = [...first.values()]
    .slice(0, SHOWN_LEAKS)
    .map(({ file, line, text }) => `${file} holds ${text}:\n  ${line.slice(0, SHOWN_LINE)}`);
  throw new Error(`The logs hold ${leaks.length} personal or secret texts:\n${shown.join('\n')}`);
}
