import { existing, type Caller, type DomainEvent, type Publisher } from '@svc/contracts';
import {
  asJson,
  statement,
  takeExternalId,
  type Json,
  type Nameless,
  type Run,
} from '@svc/database';
import {
  ADD_EVENTS,
  APPEND_EVENTS,
  outboxColumns,
  outboxRow,
  type OutboxColumns,
  type OutboxRow,
} from '@svc/outbox';
import { isDeepStrictEqual } from 'node:util';
import { changesOf } from './history';
import { rowOf, type RecordDefinition, type RecordOf } from './record';

/** What every record that is written has. */
interface Written {
  readonly id: number;
  readonly companyId: number;
  /** A record without one is never changed here. */
  readonly version?: number;
  readonly updatedAt?: Date;
  readonly externalId?: string | null;
}

type Author = Pick<Caller, 'actor' | 'personId'>;

/** A change of a record, what it announces, and who makes it. */
export interface RecordChange<Stored> {
  readonly before: Stored;
  readonly after: Stored;
  readonly events: readonly DomainEvent[];
  readonly author: Author;
}

/** A new record, what announces it, and who made it. */
export type RecordCreation<Stored> = Omit<RecordChange<Stored>, 'before'>;

/** The events that announce a record. */
export type Announce<Stored> = (record: Stored, author: Caller) => readonly DomainEvent[];

/** Another change of the record was written since it was read. */
export class StaleRecord extends Error {
  constructor() {
    super('The record has changed since it was read.');
    this.name = 'StaleRecord';
  }
}

/** Writes records, their history and what they announce, each time in one statement. */
export function recordWrites<One extends RecordDefinition>(
  run: Run,
  record: One,
  publisher: Publisher,
) {
  type Stored = RecordOf<One> & Written;
  const { table } = record;
  const statements = statementsOf(record);

  /** Ids for new records, which their events need before they are written. */
  const nextIds = async (total: number): Promise<number[]> =>
    (await run(NEXT_IDS, { table, total })).map(({ id }) => id);

  async function insert(created: readonly RecordCreation<Stored>[]): Promise<void> {
    const rows = created.map(({ after }) => rowOf(record, after as never));
    const values = {
      rows: asJson(rows),
      ...outboxColumns(created.flatMap(({ events }) => eventRows(publisher, events))),
    };
    const entries = asJson(created.map((each) => entryOf(record, each)));
    const write = (): Promise<unknown> => run(statements.insert, { ...values, entries });
    await claiming(table, created, write);
  }

  /** Answers for each change whether it was written; it was not where the record has another version. */
  async function changeAll(changes: readonly RecordChange<Stored>[]): Promise<readonly boolean[]> {
    const rows = changes.map(({ events }) => eventRows(publisher, events));
    const values: ChangeValues = {
      companyIds: changes.map(({ before }) => before.companyId),
      ids: changes.map(({ before }) => before.id),
      fromVersions: changes.map(({ before }) => before.version ?? 0),
      states: changes.map((change) => asJson(changedColumns(record, change))),
      entries: asJson(
        changes.flatMap((change, index) =>
          change.after.version === change.before.version
            ? []
            : { position: index + 1, ...entryOf(record, change) },
        ),
      ),
      eventPositions: rows.flatMap((own, index) => own.map(() => index + 1)),
      ...outboxColumns(rows.flat()),
    };
    const written = await claiming(table, changes, () => run(statements.change, values));
    const positions = new Set(written.map(({ position }) => position));
    return changes.map((_, index) => positions.has(index + 1));
  }

  /** Gives new records their ids and writes them. */
  async function addAll(
    author: Caller,
    drafts: readonly Omit<Stored, 'id'>[],
    announce: Announce<Stored>,
  ): Promise<Stored[]> {
    const ids = await nextIds(drafts.length);
    const created = drafts.map((draft, index) => ({ ...draft, id: ids[index] }) as Stored);
    await insert(created.map((after) => ({ after, events: announce(after, author), author })));
    return created;
  }

  return {
    insert,
    changeAll,
    addAll,

    async add(
      author: Caller,
      draft: Omit<Stored, 'id'>,
      announce: Announce<Stored>,
    ): Promise<Stored> {
      const [created] = await addAll(author, [draft], announce);
      return existing(created, record.name);
    },

    /** @throws StaleRecord where the record has changed since `before` */
    async change(
      author: Caller,
      before: Stored,
      after: Stored,
      announce: Announce<Stored>,
    ): Promise<void> {
      const [isWritten] = await changeAll([
        { before, after, events: announce(after, author), author },
      ]);
      if (!isWritten) throw new StaleRecord();
    },
  };
}

const NEXT_IDS = statement<{ table: string; total: number }, { id: number }>()(
  'next_ids',
  `select nextval(pg_get_serial_sequence(:table, 'id')) as id from generate_series(1, :total::int)`,
);

const eventRows = (publisher: Publisher, events: readonly DomainEvent[]): OutboxRow[] =>
  events.map((event) => outboxRow(publisher, event));

/** Of several records it is not known whose external id is taken. */
const claiming = <T>(
  table: string,
  [one, ...more]: readonly { readonly after: Written }[],
  write: () => Promise<T>,
): Promise<T> =>
  one && more.length === 0
    ? takeExternalId(table, { externalId: null, ...one.after }, write)
    : write();

/** What the history keeps of a change, or of a creation. */
function entryOf<One extends RecordDefinition>(
  record: One,
  { before, after, author }: Partial<RecordChange<Written>> & RecordCreation<Written>,
): object {
  const { history } = record;
  if (!history) return {};
  return {
    company_id: after.companyId,
    [history.recordColumn]: Reflect.get(after, history.recordId) as number,
    version: after.version,
    changed_at: after.updatedAt,
    source: author.actor,
    person_id: author.personId,
    changes: before ? changesOf(record, before as never, after as never) : [],
    ...(history.partColumn && { [history.partColumn]: after.id }),
  };
}

/** Only these are sent: the statement takes all others from the row. */
function changedColumns(
  record: RecordDefinition,
  { before, after }: RecordChange<Written>,
): object {
  const former = rowOf(record, before as never);
  return Object.fromEntries(
    Object.entries(rowOf(record, after as never)).filter(
      ([column, value]) => !isDeepStrictEqual(value, former[column]),
    ),
  );
}

interface InsertValues extends OutboxColumns {
  readonly rows: Json<readonly object[]>;
  readonly entries: Json<readonly object[]>;
}

interface ChangeValues extends Omit<OutboxColumns, 'eventCompanyIds'> {
  readonly companyIds: readonly number[];
  readonly ids: readonly number[];
  readonly fromVersions: readonly number[];
  readonly states: readonly Json<object>[];
  readonly entries: Json<readonly object[]>;
  /** Of the change that each event announces. */
  readonly eventPositions: readonly number[];
}

const ENTRY_TYPES = {
  company_id: 'bigint',
  version: 'integer',
  changed_at: 'timestamptz',
  source: 'text',
  person_id: 'bigint',
  changes: 'jsonb',
};

function statementsOf({ table, columns, derive, history }: RecordDefinition) {
  const stored = [...Object.values<string>(columns), ...Object.keys(derive)];
  const all = stored.join(', ') as Nameless;
  const sets = stored
    .filter((column) => column !== 'company_id' && column !== 'id')
    .map((column) => `${column} = free.${column}`)
    .join(', ') as Nameless;
  const insert = statement<InsertValues>()(
    `insert_${table}`,
    `with inserted as (
       insert into ${table as Nameless} (${all}) overriding system value
       select ${all} from json_populate_recordset(null::${table as Nameless}, :rows)
     ), recorded as (${recordEntries(history, '')})
     ${APPEND_EVENTS}`,
  );
  // Rows are locked in one order, so that two statements that change several cannot block each other.
  const change = statement<ChangeValues, { position: number }>()(
    `change_${table}`,
    `with free as (
       select position, state.*
       from unnest(:companyIds::bigint[], :ids::bigint[], :fromVersions::integer[], :states::json[])
         with ordinality as asked (company_id, id, from_version, changes, position)
       join ${table as Nameless} record using (company_id, id)
       cross join lateral json_populate_record(record, changes) state
       where record.version = from_version
       order by company_id, id
       for no key update of record
     ), changed as (
       update ${table as Nameless} record set ${sets} from free
       where record.company_id = free.company_id and record.id = free.id
       returning position, record.company_id
     ), recorded as (${recordEntries(history, 'join changed using (position)')}),
     announced as (
       ${ADD_EVENTS}
       from changed join unnest(:eventPositions::bigint[], :eventIds::text[], :eventTypes::text[],
         :envelopes::text[])
         with ordinality as event (position, event_id, type, envelope, place) using (position)
       order by place
     )
     select position from changed`,
  );
  return { insert, change };
}

function recordEntries(history: RecordDefinition['history'], join: string) {
  if (!history)
    return 'select from json_to_recordset(:entries) as entry (position bigint)' as const;
  const { table, recordColumn, partColumn } = history;
  const types = {
    ...ENTRY_TYPES,
    [recordColumn]: 'bigint',
    ...(partColumn && { [partColumn]: 'bigint' }),
  };
  const columns = Object.keys(types)
    .map((column) => `entry.${column}`)
    .join(', ');
  const declared = Object.entries({ ...types, position: 'bigint' })
    .map(([column, type]) => `${column} ${type}`)
    .join(', ');
  return `insert into ${table as Nameless} (${Object.keys(types).join(', ') as Nameless})
    select ${columns as Nameless} from json_to_recordset(:entries) as entry (${declared as Nameless})
    ${join as Nameless}` as const;
}
