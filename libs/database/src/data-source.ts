import { POOL_SIZE } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import pg from 'pg';
import { DataSource, type EntitySchema } from 'typeorm';
import type { Migration } from './migration';
import { QuietLogger } from './quiet-logger';
import { readTime } from './read-time';

export interface DataSourceSettings {
  readonly url: string;
  /** Name of the process, as PostgreSQL shows it in pg_stat_activity. */
  readonly name: string;
  /** None where all statements are written as SQL. */
  readonly entities?: readonly EntitySchema[];
  readonly migrations: readonly (new () => Migration)[];
  readonly poolSize?: number;
  readonly log: Logger;
}

// Record ids are bigint and stay below 2^53; calendar dates have no zone and stay text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, String);

pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTime);

/**
 * A connection to one context's schema, not yet opened.
 *
 * The role's own search_path decides the schema, so that SQL, migrations and entities agree on it.
 */
export const createDataSource = ({
  url,
  name,
  entities = [],
  migrations,
  poolSize = POOL_SIZE,
  log,
}: DataSourceSettings): DataSource =>
  new DataSource({
    type: 'postgres',
    url,
    applicationName: name,
    entities: [...entities],
    migrations: [...migrations],
    migrationsTableName: 'migrations',
    logger: new QuietLogger(),
    installExtensions: false,
    poolSize,
    connectTimeoutMS: 5_000,
    poolErrorHandler: (error: Error) => log.warn({ err: error }, 'database connection lost'),
    extra: {
      // A link that lets nothing through is noticed within 20 seconds; the system's own default is two hours.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // Other session defaults belong to the role: of these parameters PgBouncer only tracks the zone.
      options: '-c timezone=UTC',
    },
  });
