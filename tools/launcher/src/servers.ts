import { MAX_CONNECTIONS_PER_ROLE } from '@svc/contracts';
import {
  contextUrl,
  databaseUrl,
  findStoreServer,
  provision,
  startPostgres,
  startStore,
  type DatabaseSchema,
  type RestartableServer,
} from '@svc/local-servers';
import { LaunchError } from './launch-error';
import { prepareNats, requireNats, type Nats } from './nats';
import type { ServersOptions } from './servers-options';
import { databaseVariable } from './settings';

export interface StartedServer {
  readonly url: string;
  /** Present if the launcher runs the server. */
  readonly embedded?: RestartableServer;
}

export interface Servers extends Nats {
  /** Absent if each context has its own database. */
  readonly postgres?: StartedServer;
  /** Absent if the gateway counts by itself. */
  readonly store?: StartedServer;
  databaseUrl(schema: DatabaseSchema): string;
  /** Bypasses PgBouncer. */
  directDatabaseUrl(schema: DatabaseSchema): string | undefined;
}

const DATABASE = 'fsm';

export async function prepareServers(options: ServersOptions): Promise<Servers> {
  if (options.settings.natsUrl) await requireNats(options.settings.natsUrl);
  const postgres = preparePostgres(options);
  const nats = prepareNats(options);
  const store = prepareStore(options);
  // Waits for all, so that a failed start leaves nothing half started.
  await Promise.allSettled([postgres, nats, store]);
  return {
    ...(await postgres),
    directDatabaseUrl: (schema) => options.settings.directDatabaseUrls[schema],
    ...(await nats),
    store: await store,
  };
}

type Postgres = Pick<Servers, 'postgres' | 'databaseUrl'>;

async function preparePostgres(options: ServersOptions): Promise<Postgres> {
  const { secrets, settings, schemas, report } = options;
  const own = settings.contextDatabaseUrls;
  if (schemas.every((schema) => own[schema] !== undefined)) {
    return { databaseUrl: (schema) => requireUrl(own[schema], schema) };
  }
  const configured = settings.databaseUrl;
  const postgres = configured ? { url: configured } : await embeddedPostgres(options);
  const database = configured ? databaseIn(configured) : DATABASE;
  const { passwords } = secrets;
  try {
    const { openDatabases } = await provision({ adminUrl: postgres.url, database, passwords });
    if (openDatabases.length > 0) {
      report(
        `The contexts' roles can also connect to ${openDatabases.join(', ')}; ask their owner to revoke that`,
      );
    }
  } catch (error) {
    if (!configured) throw error;
    throw new LaunchError(`DATABASE_URL: ${(error as Error).message}`);
  }
  report('PostgreSQL is ready');
  return {
    postgres: { ...postgres, url: databaseUrl(postgres.url, database) },
    databaseUrl: (schema) =>
      own[schema] ??
      contextUrl(postgres.url, database, { context: schema, password: passwords[schema] }),
  };
}

function requireUrl(url: string | undefined, schema: DatabaseSchema): string {
  if (url === undefined) throw new LaunchError(`${databaseVariable(schema)} is not set.`);
  return url;
}

function databaseIn(url: string): string {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  if (!name) throw new LaunchError('DATABASE_URL names no database.');
  return name;
}

async function embeddedPostgres(options: ServersOptions) {
  const { secrets, replicas, schemas, signal, started } = options;
  const dir = options.folder.pathOf('postgres');
  const start = (port?: number) =>
    startPostgres({
      dir,
      port,
      durable: true,
      password: secrets.superuser,
      ...(replicas > 1 && { connections: connectionsOf(schemas) }),
      signal,
    });
  const first = await start();
  const embedded = { first, restart: () => start(first.port) };
  started('PostgreSQL', embedded);
  return { url: first.url, embedded };
}

const connectionsOf = (schemas: readonly DatabaseSchema[]): number =>
  schemas.length * MAX_CONNECTIONS_PER_ROLE + 20;

/** Needed by several gateways, optional for one. */
async function prepareStore(options: ServersOptions): Promise<StartedServer | undefined> {
  const { folder, secrets, settings, replicas, report, started } = options;
  if (settings.redisUrl) return { url: settings.redisUrl };
  if (replicas === 1) return undefined;
  const bin = await findStoreServer(options.search);
  const dir = folder.pathOf('store');
  const start = (port?: number) => startStore({ bin, dir, port, password: secrets.storePassword });
  const first = await start();
  const embedded = { first, restart: () => start(first.port) };
  started('store', embedded);
  report('The store is ready');
  return { url: first.url, embedded };
}
