import type { SqlWithoutValues } from '@svc/database';

/**
 * Ids define the order, also when the clock is set back, as writers lock the record. No foreign key: only the
 * record's own change writes here.
 */
export const createRecordChangesSql = `
create table record_changes (
  company_id bigint not null,
  record_id bigint not null,
  id bigint generated always as identity,
  version integer not null,
  changed_at timestamptz not null,
  source text not null,
  person_id bigint,
  changes jsonb not null,
  constraint record_changes_pkey primary key (company_id, record_id, id)
);
`;

export interface HistoryTable {
  readonly table: string;
  readonly recordColumn: string;
  /** For histories with parts. */
  readonly partColumn?: string;
}

export const RECORD_CHANGES: HistoryTable = { table: 'record_changes', recordColumn: 'record_id' };

export function buildHistorySql(history: HistoryTable | undefined) {
  if (!history)
    return {
      table: 'outbox' as SqlWithoutValues,
      insert: '' as SqlWithoutValues,
      columns: '1' as SqlWithoutValues,
    };
  const { table, recordColumn, partColumn } = history;
  const columns = ['company_id', recordColumn, 'version', 'changed_at', 'source', 'person_id'];
  columns.push('changes', ...(partColumn ? [partColumn] : []));
  return {
    table: table as SqlWithoutValues,
    insert: `insert into ${table} (${columns.join(', ')})` as SqlWithoutValues,
    columns: columns.map((column) => `entry.${column}`).join(', ') as SqlWithoutValues,
  };
}
