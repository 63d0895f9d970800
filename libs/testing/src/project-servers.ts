import { join } from 'node:path';
import { findNatsServer, provision, startNats, startPostgres } from '@svc/local-servers';
import { ACCOUNTS } from './test-nats';
import { announceServers, BASE_DATABASE, PASSWORD, PASSWORDS } from './test-servers';
import { throwAwayFolder } from './throw-away-folder';

export interface ProjectServersOptions {
  /** Ends the servers even if the run is killed. */
  readonly guard: string;
  /** Shared with `npm start`. */
  readonly natsCache: string;
}

export async function startProjectServers({
  guard,
  natsCache,
}: ProjectServersOptions): Promise<{ stop(): Promise<void> }> {
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
      // Parallel test files need more connections than a role otherwise has.
      connectionsOfARole: -1,
    });
    announceServers({ adminUrl: postgres.url, natsUrl: nats.url, dir });
    process.env['TMPDIR'] = dir;
    return { stop: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
