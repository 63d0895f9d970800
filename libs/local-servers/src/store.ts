import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LocalServer } from './local-server';
import { LocalServerError } from './local-server-error';
import { findFreePort, requireFreePort } from './ports';
import { endServer, readGreeting, serverFiles, startServer } from './server-process';

export interface StoreOptions {
  readonly bin: string;
  readonly dir: string;
  readonly port?: number;
  readonly password: string;
}

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
  const { config, pidFile } = serverFiles(dir, 'store');
  writeFileSync(
    config,
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
    args: [config, '--set-proc-title', 'no'],
    log,
    logFlags: 'w',
    mark: config,
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

const isStoreReady = async (port: number): Promise<boolean> =>
  /^(\+PONG|-NOAUTH)/.test(await readGreeting({ host: '127.0.0.1', port }, 'PING\r\n'));

export const endStore = (dir: string): Promise<void> => endServer(dir, 'store');
