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

export type OwnNats = Awaited<ReturnType<typeof startOwnNats>>;

/** A NATS server that the test may kill. */
export async function startOwnNats() {
  const dir = mkdtempSync(join(tmpdir(), 'own-nats-'));
  const bin = await findNatsServer({ cache: CACHE, env: process.env });
  const users = Object.fromEntries(NATS_USERS.map((user) => [user, 'test'])) as NatsPasswords;
  let server: LocalServer = await startNats({ bin, dir, users });
  const { url, port } = server;
  const signal = (name: NodeJS.Signals): void => void process.kill(server.pid, name);
  return {
    url: userUrl(url, 'administrator', 'test'),
    async kill(): Promise<void> {
      signal('SIGKILL');
      await server.exited;
    },
    async restart(): Promise<void> {
      server = await startNats({ bin, dir, port, users });
    },
    /** Simulates a cut network. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    /** Call it while the server is down. */
    loseStreams: () => rmSync(join(dir, 'jetstream'), { recursive: true }),
    async remove(): Promise<void> {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
