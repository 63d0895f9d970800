import { createRun, statement } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { CalendarKey } from '../domain/calendar-link';
import { hashToken } from './tokens';

const REPLACE = statement<CalendarKey & { hash: Buffer; at: Date }>()(
  'replace_calendar_link',
  `insert into calendar_links (company_id, mode, technician_id, token_hash, created_at)
   values (:companyId, :mode, :technicianId, :hash, :at)
   on conflict (company_id, mode, technician_id) do update
     set token_hash = :hash, created_at = :at`,
);

const IS_OF_TECHNICIAN =
  'company_id = :companyId and mode = :mode and technician_id = :technicianId';

const READ = statement<CalendarKey, { createdAt: Date }>()(
  'read_calendar_link',
  `select created_at as "createdAt" from calendar_links where ${IS_OF_TECHNICIAN}`,
);

const DELETE = statement<CalendarKey>()(
  'delete_calendar_link',
  `delete from calendar_links where ${IS_OF_TECHNICIAN} returning 1`,
);

const FIND = statement<{ hash: Buffer }, CalendarKey>()(
  'find_calendar_link',
  `select company_id as "companyId", mode, technician_id as "technicianId" from calendar_links
   where token_hash = :hash`,
);

export const createCalendarLinks = (db: DataSource | EntityManager) => {
  const run = createRun(db);
  return {
    /** The technician's previous link ends. */
    async replace(key: CalendarKey, token: string, at: Date): Promise<void> {
      await run(REPLACE, { ...key, hash: hashToken(token), at });
    },

    async readCreatedAt(key: CalendarKey): Promise<Date | null> {
      const [link] = await run(READ, key);
      return link?.createdAt ?? null;
    },

    /** Returns whether there was one. */
    async delete(key: CalendarKey): Promise<boolean> {
      return (await run(DELETE, key)).length > 0;
    },

    async find(token: string): Promise<CalendarKey | undefined> {
      const [key] = await run(FIND, { hash: hashToken(token) });
      return key;
    },
  };
};

export type CalendarLinks = ReturnType<typeof createCalendarLinks>;
