import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findNatsServer, provision, startNats, startPostgres } from '@svc/local-servers';
import { ACCOUNTS } from './test-nats';
import { BASE_DATABASE, PASSWORD, PASSWORDS, announceServers } from './test-servers';
import { throwAwayFolder } from './throw-away-folder';

export interface ProjectServers {
  /** Ends the servers and removes their data. */
  stop(): Promise<void>;
}

export interface ProjectServersOptions {
  /** Program that ends the servers, whatever becomes of the run. */
  readonly guard: string;
  /** Where `npm start` keeps its nats-server as well. */
  readonly natsCache: string;
}

/** Starts the PostgreSQL and the NATS of one run of Jest, of one project or of several. */
export async function startProjectServers({
  guard,
  natsCache,
}: ProjectServersOptions): Promise<ProjectServers> {
  const dir = await throwAwayFolder('fsm-test-');
  const ending = spawn(process.execPath, [guard, dir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const stop = async () => {
    ending.stdin.end();
    if (ending.exitCode === null) await once(ending, 'exit');
  };
  try {
    const [postgres, nats] = await Promise.all([
      startPostgres({ dir: join(dir, 'postgres'), durable: false, password: PASSWORD }),
      findNatsServer({ cache: natsCache, env: process.env }).then((bin) =>
        startNats({ bin, dir: join(dir, 'nats'), users: { accounts: ACCOUNTS } }),
      ),
    ]);
    await provision({
      adminUrl: postgres.url,
      database: BASE_DATABASE,
      passwords: PASSWORDS,
      // Test files that run at once are more processes than a role has otherwise.
      connectionsOfARole: -1,
    });
    announceServers({ adminUrl: postgres.url, natsUrl: nats.url, dir });
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
