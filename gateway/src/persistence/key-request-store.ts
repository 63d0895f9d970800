import { asJson, createDeletion, createRun, statement, type Json } from '@svc/database';
import type { DataSource } from 'typeorm';
import { toDay, toIsoDate } from '../limits/daily-allowance';
import type { KeyRequests, KeyRequestStore, NamedKeyRequests } from '../limits/key-requests';

const toRow = ({ companyId, keyId, day, ...counted }: KeyRequests) => ({
  company_id: companyId,
  key_id: keyId,
  day: toIsoDate(day),
  ...counted,
});

const ADD = statement<{ counted: Json<readonly ReturnType<typeof toRow>[]> }>()(
  'add_key_requests',
  `insert into key_requests as k (company_id, key_id, day, operation, requests, errors)
   select company_id, key_id, day, operation, requests, errors
   from json_populate_recordset(null::key_requests, :counted)
   order by company_id, key_id, day, operation
   on conflict on constraint key_requests_pkey do update
     set requests = k.requests + excluded.requests, errors = k.errors + excluded.errors`,
);

type Stored<Row extends { day: number }> = Omit<Row, 'day'> & { readonly day: string };

/** A company with a thousand busy keys sees the latest days only. */
const MAX_ROWS = 20_000;

const LIST = statement<
  { companyId: number; firstDay: string; keyId: number | null },
  Stored<NamedKeyRequests>
>()(
  'list_key_requests',
  `select counted.key_id as "keyId", key.name as "keyName", day::text, operation, requests, errors
   from key_requests counted join api_keys key on key.id = counted.key_id
   where counted.company_id = :companyId and day >= :firstDay
     and (:keyId::bigint is null or key_id = :keyId)
   order by day desc, key_id, operation limit ${MAX_ROWS}`,
);

const COUNT_BY_DAY = statement<
  { companyId: number; keyIds: readonly number[]; firstDay: string },
  Stored<Pick<KeyRequests, 'keyId' | 'day' | 'requests'>>
>()(
  'count_key_requests_by_day',
  `select key_id as "keyId", day::text, sum(requests)::bigint as requests from key_requests
   where company_id = :companyId and key_id = any(:keyIds::bigint[]) and day >= :firstDay
   group by key_id, day`,
);

export const deleteOldKeyRequests = createDeletion({
  table: 'key_requests',
  key: 'company_id, key_id, day, operation',
  keptFor: { day: '35 days' },
});

const withDay = <Row extends { readonly day: string }>({ day, ...row }: Row) => ({
  ...row,
  day: toDay(Date.parse(day)),
});

export function createKeyRequestStore(db: DataSource): KeyRequestStore {
  const run = createRun(db);
  return {
    async add(counted) {
      await run(ADD, { counted: asJson(counted.map(toRow)) });
    },
    async list(companyId, firstDay, keyId = null) {
      const rows = await run(LIST, { companyId, firstDay: toIsoDate(firstDay), keyId });
      return rows.map(withDay);
    },
    async countByDay(companyId, keyIds, firstDay) {
      const rows = await run(COUNT_BY_DAY, { companyId, keyIds, firstDay: toIsoDate(firstDay) });
      return rows.map(withDay);
    },
  };
}
