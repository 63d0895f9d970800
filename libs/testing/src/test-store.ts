import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { findStoreServer, findFreePort, startStore, type LocalServer } from '@svc/local-servers';
import { testServers } from './test-servers';

const CACHE = resolve(__dirname, '../../../.data/bin');

export interface TestStore {
  readonly url: string;
  readonly port: number;
  /** Stops responding, with its connections open, until `thaw`. */
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  /** Starts it at the same address, empty. */
  start(): Promise<void>;
  /** Undoes `kill` or `freeze`. */
  restore(): Promise<void>;
  empty(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestStore(): Promise<TestStore> {
  const bin = await findStoreServer({ cache: CACHE, env: process.env });
  const dir = await mkdtemp(join(testServers().dir, 'store-'));
  const password = randomBytes(12).toString('hex');
  const port = await findFreePort();
  const startServer = (): Promise<LocalServer> => startStore({ bin, dir, port, password });
  let server = await startServer();
  let isKilled = false;
  const { url } = server;
  const signal = (name: NodeJS.Signals): void => void process.kill(server.pid, name);
  async function start(): Promise<void> {
    server = await startServer();
    isKilled = false;
  }
  return {
    url,
    port,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async kill() {
      isKilled = true;
      signal('SIGKILL');
      await server.exited;
    },
    start,
    async restore() {
      if (isKilled) await start();
      else signal('SIGCONT');
    },
    async empty() {
      const socket = connect({ host: '127.0.0.1', port });
      socket.end(`AUTH ${password}\r\nFLUSHALL\r\nQUIT\r\n`);
      socket.resume();
      await once(socket, 'close');
    },
    async stop() {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
