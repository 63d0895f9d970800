import type { Caller, DomainEvent, Publisher } from '@svc/contracts';
import { asJson, runOn, statement, type Json } from '@svc/database';
import { fieldChanges, type FieldChange } from '@svc/kernel';
import type { EntityManager } from 'typeorm';
import { APPEND_EVENTS, outboxColumns, outboxRow, type OutboxColumns } from './outbox';

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

interface VersionedRecord {
  readonly companyId: number;
  readonly id: number;
  readonly version: number;
}

/** A change of a record, as its history keeps it. */
export interface RecordChange extends VersionedRecord {
  /** The record inside it that was changed; absent where it was the record itself. */
  readonly partId?: number;
  readonly source: string;
  readonly personId: number | undefined;
  readonly changedAt: Date;
  /** Empty for the creation. */
  readonly changes: readonly FieldChange[];
}

/** Where changes of a record are kept. */
export interface HistoryTable {
  readonly table: string;
  /** The column for the id of the record whose history it is. */
  readonly recordColumn: string;
  /** The column for a record inside it, where the history tells of such. */
  readonly partColumn?: string;
}

/** As `createRecordChangesSql` makes it. */
export const RECORD_CHANGES: HistoryTable = { table: 'record_changes', recordColumn: 'record_id' };

/** A change as a row of such a table. */
export const historyRow = (
  { recordColumn, partColumn }: Omit<HistoryTable, 'table'>,
  change: RecordChange,
): Readonly<Record<string, unknown>> => ({
  company_id: change.companyId,
  [recordColumn]: change.id,
  version: change.version,
  changed_at: change.changedAt,
  source: change.source,
  person_id: change.personId,
  changes: change.changes,
  ...(partColumn && { [partColumn]: change.partId }),
});

export const historyColumns = ({ recordColumn, partColumn }: HistoryTable): string[] => [
  ...['company_id', recordColumn, 'version', 'changed_at', 'source', 'person_id', 'changes'],
  ...(partColumn ? [partColumn] : []),
];

interface Changing<State, Field> {
  /** The fields that the history tells of. */
  readonly fields: readonly Field[];
  /** Undefined for a record that is created. */
  readonly before: State | undefined;
  readonly after: State;
  readonly author: Pick<Caller, 'actor' | 'personId'>;
  readonly at: Date;
}

/** What the history keeps of a change. */
export const recordChange = <State extends VersionedRecord, Field extends keyof State & string>({
  fields,
  before,
  after,
  author,
  at,
}: Changing<State, Field>): RecordChange => ({
  companyId: after.companyId,
  id: after.id,
  version: after.version,
  source: author.actor,
  personId: author.personId,
  changedAt: at,
  changes: before ? fieldChanges(fields, before, after) : [],
});

const COLUMNS = 'company_id, record_id, version, changed_at, source, person_id, changes';

/** A column for the records inside a record, which the context's own migration adds. */
type PartColumn = 'location_id';

const recordInto = (columns: typeof COLUMNS | `${typeof COLUMNS}, ${PartColumn}`) =>
  statement<OutboxColumns & { changes: Json<readonly object[]> }>()(
    'record_changes',
    `with recorded as (
       insert into record_changes (${columns})
       select ${columns} from json_populate_recordset(null::record_changes, :changes)
     )
     ${APPEND_EVENTS}`,
  );

export interface ChangeLog {
  /** Keeps changes of this transaction in the history and records what they announce, in one statement. */
  record(changes: readonly RecordChange[], events: readonly DomainEvent[]): Promise<void>;
}

/** @param partColumn names the record inside a record that was changed, where the history tells of such */
export function changeLog(
  tx: EntityManager,
  context: Publisher,
  partColumn?: PartColumn,
): ChangeLog {
  const columns = partColumn ? (`${COLUMNS}, ${partColumn}` as const) : COLUMNS;
  const rowOf = (change: RecordChange) =>
    historyRow({ recordColumn: 'record_id', ...(partColumn && { partColumn }) }, change);
  return {
    async record(changes, events) {
      await runOn(tx)(recordInto(columns), {
        changes: asJson(changes.map(rowOf)),
        ...outboxColumns(events.map((event) => outboxRow(context, event))),
      });
    },
  };
}
