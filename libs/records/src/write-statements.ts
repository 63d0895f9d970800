import { statement, type Json, type SqlWithoutValues } from '@svc/database';
import { ADD_EVENTS, APPEND_EVENTS, buildHistorySql, type OutboxColumns } from '@svc/outbox';

/** The subquery hides the total from the planner, which would otherwise plan each call again. */
export const NEXT_IDS = statement<{ table: string; total: number }, { id: number }>()(
  'next_ids',
  `select nextval(pg_get_serial_sequence(:table, 'id')) as id from generate_series(1, (select :total::int))`,
);

interface InsertValues extends OutboxColumns {
  readonly rows: Json<readonly object[]>;
  readonly entries: Json<readonly object[]>;
}

interface ChangeValues extends Omit<OutboxColumns, 'eventCompanyIds'> {
  readonly companyIds: readonly number[];
  readonly ids: readonly number[];
  readonly fromVersions: readonly number[];
  readonly states: readonly Json<object>[];
  /** Null for a change without a history row. */
  readonly entries: readonly (Json<object> | null)[];
  /** Positions of the changes that the events announce, from 1. */
  readonly eventPositions: readonly number[];
}

export function buildWriteStatements(
  name: string,
  stored: readonly string[],
  history: { readonly partColumn?: string } | undefined,
) {
  const table = name as SqlWithoutValues;
  const entries = buildHistorySql(history);
  const all = stored.join(', ') as SqlWithoutValues;
  const insert = statement<InsertValues>()(
    `insert_${table}`,
    `with inserted as (
       insert into ${table} (${all}) overriding system value
       select ${all} from json_populate_recordset(null::${table}, :rows)
     ), recorded as (
       ${entries.insert} select ${entries.columns}
       from json_populate_recordset(null::${entries.table}, :entries) entry
     )
     ${APPEND_EVENTS}`,
  );
  const sets = stored
    .filter((column) => column !== 'company_id' && column !== 'id')
    .map((column) => `${column} = change.${column}`)
    .join(', ') as SqlWithoutValues;
  // Subqueries hide array lengths from the planner, which would otherwise plan each call again.
  // Locked rows are skipped: no change waits for another one.
  const change = statement<ChangeValues, { position: number }>()(
    `change_${table}`,
    `with free as (
       select position, history_entry, state.*
       from unnest((select :companyIds::bigint[]), (select :ids::bigint[]),
           (select :fromVersions::integer[]), (select :states::json[]), (select :entries::json[]))
         with ordinality as input (company_id, id, from_version, changes, history_entry, position)
       join ${table} record on record.company_id = input.company_id and record.id = input.id
       cross join lateral json_populate_record(record, input.changes) state
       where record.version = from_version
       for no key update of record skip locked
     ), changed as (
       update ${table} record set ${sets}
       from (select distinct on (company_id, id) * from free
         order by company_id, id, position) change
       where record.company_id = change.company_id and record.id = change.id
       returning position, history_entry, record.company_id
     ), recorded as (
       ${entries.insert} select ${entries.columns}
       from changed cross join lateral json_populate_record(null::${entries.table}, history_entry) entry
       where history_entry is not null
     ), announced as (
       ${ADD_EVENTS}
       from changed join unnest(:eventPositions::bigint[], :eventIds::text[], :eventTypes::text[],
           :envelopes::text[])
         with ordinality as event (position, event_id, type, envelope, event_order) using (position)
       order by event_order
     )
     select position from changed`,
  );
  return { insert, change };
}
