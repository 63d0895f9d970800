import type { Nameless } from '@svc/database';

/**
 * The history of a context's records, for its migration: a row for each change, the creation included.
 * Rows stay as long as their record does, as they are part of it. Their ids say the order of the
 * changes of one record, also when the clock is set back: whoever changes a record has locked it.
 *
 * There is no foreign key: the only statement that writes here is part of the record's own change.
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

/** Where changes of a record are kept. */
export interface HistoryTable {
  readonly table: string;
  /** The column for the id of the record whose history it is. */
  readonly recordColumn: string;
  /** The column for a record inside it, where the history tells of such. */
  readonly partColumn?: string;
}

/** The table of `createRecordChangesSql`. */
export const RECORD_CHANGES: HistoryTable = { table: 'record_changes', recordColumn: 'record_id' };

/** Parts of the statement that writes rows of a history; without one, it writes none. */
export function historyParts(history: HistoryTable | undefined) {
  // The outbox is a table that every context has.
  if (!history)
    return { table: 'outbox' as Nameless, insert: '' as Nameless, columns: '1' as Nameless };
  const { table, recordColumn, partColumn } = history;
  const columns = ['company_id', recordColumn, 'version', 'changed_at', 'source', 'person_id'];
  columns.push('changes', ...(partColumn ? [partColumn] : []));
  return {
    table: table as Nameless,
    insert: `insert into ${table} (${columns.join(', ')})` as Nameless,
    columns: columns.map((column) => `entry.${column}`).join(', ') as Nameless,
  };
}
