import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';
import type { LocalServer } from './local-server';
import { LocalServerError } from './local-server-error';
import { findFreePort, requireFreePort } from './ports';
import { endServer, startServer } from './server-process';

export interface StoreOptions {
  readonly bin: string;
  readonly dir: string;
  readonly port?: number;
  readonly password: string;
}

const PROBE_MS = 1_000;

export async function startStore({
  bin,
  password,
  ...options
}: StoreOptions): Promise<LocalServer> {
  const dir = resolve(options.dir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  await endStore(dir);
  const port = options.port ?? (await findFreePort());
  await requireFreePort(port);
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
  const started = await startServer({
    file: bin,
    // A process title would hide the settings file, which identifies the process.
    args: [settings, '--set-proc-title', 'no'],
    log,
    logFlags: 'w',
    mark: settings,
    isReady: () => isStoreReady(port),
  });
  if (!('pid' in started)) {
    const complaint = started.output.split('\n').findLast(Boolean);
    throw new LocalServerError(
      `The store did not start: ${complaint ?? `${bin} cannot be run`} (log: ${log})`,
    );
  }
  writeFileSync(pidFile, `${started.pid}\n`, { mode: 0o600 });
  const url = `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  return { url, port, ...started };
}

const isStoreReady = (port: number): Promise<boolean> =>
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

export async function endStore(dir: string): Promise<void> {
  const { settings, pidFile } = filesIn(resolve(dir));
  await endServer(pidFile, settings);
}

const filesIn = (dir: string) => ({
  settings: join(dir, 'store.conf'),
  pidFile: join(dir, 'store.pid'),
});
