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

/** @param history its `partColumn` is for records that are parts of another one */
export function buildHistorySql(history: { readonly partColumn?: string } | undefined) {
  if (!history)
    return {
      table: 'outbox' as SqlWithoutValues,
      insert: '' as SqlWithoutValues,
      columns: '1' as SqlWithoutValues,
    };
  const { partColumn } = history;
  const columns = ['company_id', 'record_id', 'version', 'changed_at', 'source', 'person_id'];
  columns.push('changes', ...(partColumn ? [partColumn] : []));
  return {
    table: 'record_changes' as SqlWithoutValues,
    insert: `insert into record_changes (${columns.join(', ')})` as SqlWithoutValues,
    columns: columns.map((column) => `entry.${column}`).join(', ') as SqlWithoutValues,
  };
}
