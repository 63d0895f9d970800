import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';
import { serverEnvironment } from './environments';
import type { LocalServer } from './local-server';
import { LocalServerError } from './local-server-error';
import { openLog } from './open-log';
import { freePort, requireFree } from './ports';
import { endProcess, exitOf, until, type Steps } from './processes';

export interface StoreOptions {
  /** A valkey-server or redis-server program. */
  readonly bin: string;
  /** Where the server keeps its settings and its log; it keeps no data. */
  readonly dir: string;
  readonly port?: number;
  readonly password: string;
}

const START_MS = 20_000;
const PROBE_MS = 1_000;
const ENDING: Steps = [
  ['SIGTERM', 2_500],
  ['SIGKILL', 300],
];

/** Starts a shared store of the gateways' limits, in memory alone. */
export async function startStore({
  bin,
  password,
  ...options
}: StoreOptions): Promise<LocalServer> {
  const dir = resolve(options.dir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  await endStore(dir);
  const port = options.port ?? (await freePort());
  await requireFree(port);
  const { settings, pidFile } = filesIn(dir);
  writeFileSync(
    settings,
    [
      'bind 127.0.0.1',
      `port ${port}`,
      `requirepass ${JSON.stringify(password)}`,
      `dir ${JSON.stringify(dir)}`,
      'save ""',
      'appendonly no',
      '',
    ].join('\n'),
    { mode: 0o600 },
  );

  const log = join(dir, 'log');
  const output = openLog(log, 'w');
  // Its title would hide the settings file, by which what is to be ended is recognised.
  const args = [settings, '--set-proc-title', 'no'];
  // A process group of its own, so that Ctrl-C reaches whoever started it and not the server.
  const server = spawn(bin, args, {
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const exited = exitOf(server);
  let hasExited = false;
  void exited.then(() => (hasExited = true));

  const { pid } = server;
  const isReady = () => storeAnswers(port);
  await until(async () => hasExited || (await isReady()), START_MS);
  if (pid === undefined || hasExited || !(await isReady())) {
    if (pid !== undefined) await endProcess(pid, settings, ENDING);
    const [complaint] = readFileSync(log, 'utf8').split('\n').filter(Boolean).slice(-1);
    throw new LocalServerError(
      `The store did not start: ${complaint ?? `${bin} cannot be run`} (log: ${log})`,
    );
  }
  writeFileSync(pidFile, `${pid}\n`, { mode: 0o600 });
  const stop = () => endProcess(pid, settings, ENDING).then(() => exited);
  const url = `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  return { url, port, pid, exited, stop };
}

/** Whether a store answers at a port, if only to ask for the password. */
const storeAnswers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    let answer = '';
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (chunk) => {
      answer = chunk.toString();
      socket.destroy();
    });
    socket.once('error', () => socket.destroy());
    socket.setTimeout(PROBE_MS, () => socket.destroy());
    socket.once('close', () => resolve(/^(\+PONG|-NOAUTH)/.test(answer)));
  });

/** Ends the store that a killed parent left on this folder. */
export async function endStore(dir: string): Promise<void> {
  const { settings, pidFile } = filesIn(resolve(dir));
  let pid: number;
  try {
    pid = Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return;
  }
  if (pid > 0) await endProcess(pid, settings, ENDING);
}

const filesIn = (dir: string) => ({
  settings: join(dir, 'store.conf'),
  pidFile: join(dir, 'store.pid'),
});
