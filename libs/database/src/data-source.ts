import { POOL_SIZE } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import pg from 'pg';
import { DataSource, type EntitySchema } from 'typeorm';
import type { Migration } from './migration';
import { QuietLogger } from './quiet-logger';
import { readTime } from './read-time';

export interface DataSourceSettings {
  readonly url: string;
  readonly name: string;
  readonly entities?: readonly EntitySchema[];
  readonly migrations: readonly (new () => Migration)[];
  readonly poolSize?: number;
  readonly log: Logger;
}

// Record ids stay below 2^53; calendar dates have no zone and stay text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, String);

pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTime);

/** The role's own search_path decides the schema, so that SQL, migrations and entities agree. */
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
      // Detects a dead link within 20 seconds instead of two hours.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // Other session defaults belong to the role: PgBouncer tracks only the zone.
      options: '-c timezone=UTC',
    },
  });

/** Describes a context's connection to its schema. */
export const defineDataSource =
  (migrations: DataSourceSettings['migrations']) =>
  (settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>): DataSource =>
    createDataSource({ ...settings, migrations });
