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
  const { path: dir, remove } = await throwAwayFolder(guard);
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
    // What a test throws away by itself goes there, too.
    process.env['TMPDIR'] = dir;
    return { stop: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
