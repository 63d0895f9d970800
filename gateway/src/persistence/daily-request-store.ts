import { asJson, createDeletion, createRun, statement, type Json } from '@svc/database';
import type { DataSource } from 'typeorm';
import { toIsoDate, toDay } from '../limits/daily-allowance';
import type { DailyRequestStore, RequestsOfDay } from '../limits/daily-requests';

const toRow = ({ companyId, day, reads, writes }: RequestsOfDay) => ({
  company_id: companyId,
  day: toIsoDate(day),
  reads,
  writes,
});

const addRequests = statement<{ counted: Json<readonly ReturnType<typeof toRow>[]> }>()(
  'add_daily_requests',
  `insert into daily_requests as d (company_id, day, reads, writes)
   select company_id, day, reads, writes
   from json_populate_recordset(null::daily_requests, :counted)
   on conflict on constraint daily_requests_pkey do update
     set reads = d.reads + excluded.reads, writes = d.writes + excluded.writes`,
);

const selectRequests = statement<
  { companyId: number; firstDay: string },
  { day: string; reads: number; writes: number }
>()(
  'select_daily_requests',
  `select day::text, reads, writes from daily_requests
   where company_id = :companyId and day >= :firstDay order by day`,
);

export const deleteOldDailyRequests = createDeletion({
  table: 'daily_requests',
  key: 'company_id, day',
  // From the beginning of the day: it stays for 35 days after its end.
  keptFor: { day: '36 days' },
});

export function createDailyRequestStore(db: DataSource): DailyRequestStore {
  const run = createRun(db);
  return {
    async add(counted) {
      // Sorted, so that gateways lock rows in one order.
      const rows = [...counted].sort(
        (one, other) => one.companyId - other.companyId || one.day - other.day,
      );
      await run(addRequests, { counted: asJson(rows.map(toRow)) });
    },
    async listSince(companyId, firstDay) {
      const rows = await run(selectRequests, { companyId, firstDay: toIsoDate(firstDay) });
      return rows.map(({ day, ...counted }) => ({
        companyId,
        day: toDay(Date.parse(day)),
        ...counted,
      }));
    },
  };
}
