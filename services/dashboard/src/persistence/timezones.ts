import { createRun, statement } from '@svc/database';
import { isZone } from '@svc/kernel';
import type { DataSource } from 'typeorm';

const LIST_TIMEZONES = statement<object, { name: string }>()(
  'list_timezones',
  `select name from pg_timezone_names where name like '%/%' and name !~ '^(posix|right)/'`,
);

/**
 * Intl lists each zone under one name only, often an old one (Asia/Calcutta); PostgreSQL has all.
 */
export const createTimezones = (db: DataSource) => {
  const run = createRun(db);
  return {
    async list(): Promise<string[]> {
      const names = (await run(LIST_TIMEZONES)).map(({ name }) => name);
      const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...names]);
      return [...known].filter(isZone).sort();
    },
  };
};

export type Timezones = ReturnType<typeof createTimezones>;
