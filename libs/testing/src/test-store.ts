import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { findFreePort, findStoreServer, startStore, type LocalServer } from '@svc/local-servers';
import { testServers } from './test-servers';

const CACHE = resolve(__dirname, '../../../.data/bin');

export type TestStore = Awaited<ReturnType<typeof startTestStore>>;

export async function startTestStore() {
  const bin = await findStoreServer({ cache: CACHE, env: process.env });
  const dir = await mkdtemp(join(testServers().dir, 'store-'));
  const password = randomBytes(12).toString('hex');
  const port = await findFreePort();
  const startServer = (): Promise<LocalServer> => startStore({ bin, dir, port, password });
  let server = await startServer();
  let isKilled = false;
  const { url } = server;
  const signal = (name: NodeJS.Signals): void => void process.kill(server.pid, name);
  /** Starts it at the same address, empty. */
  async function start(): Promise<void> {
    server = await startServer();
    isKilled = false;
  }
  return {
    url,
    port,
    /** Stops responding, with its connections open, until `thaw`. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async kill(): Promise<void> {
      isKilled = true;
      signal('SIGKILL');
      await server.exited;
    },
    start,
    /** Undoes `kill` or `freeze`. */
    async restore(): Promise<void> {
      if (isKilled) await start();
      else signal('SIGCONT');
    },
    async empty(): Promise<void> {
      const socket = connect({ host: '127.0.0.1', port });
      socket.end(`AUTH ${password}\r\nFLUSHALL\r\nQUIT\r\n`);
      socket.resume();
      await once(socket, 'close');
    },
    async stop(): Promise<void> {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
