import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findNatsServer,
  NATS_USERS,
  startNats,
  userUrl,
  type LocalServer,
  type NatsPasswords,
} from '@svc/local-servers';

const CACHE = join(__dirname, '../../../.data/bin');

export interface OwnNats {
  readonly url: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Simulates a cut network. */
  freeze(): void;
  thaw(): void;
  /** While the server is down. */
  loseStreams(): void;
  remove(): Promise<void>;
}

/** A NATS server that the test may kill. */
export async function startOwnNats(): Promise<OwnNats> {
  const dir = mkdtempSync(join(tmpdir(), 'own-nats-'));
  const bin = await findNatsServer({ cache: CACHE, env: process.env });
  const users = Object.fromEntries(NATS_USERS.map((user) => [user, 'test'])) as NatsPasswords;
  let server: LocalServer = await startNats({ bin, dir, users });
  const { url, port } = server;
  const signal = (name: NodeJS.Signals): void => void process.kill(server.pid, name);
  return {
    url: userUrl(url, 'administrator', 'test'),
    async kill() {
      signal('SIGKILL');
      await server.exited;
    },
    async restart() {
      server = await startNats({ bin, dir, port, users });
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    loseStreams: () => rmSync(join(dir, 'jetstream'), { recursive: true }),
    async remove() {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
