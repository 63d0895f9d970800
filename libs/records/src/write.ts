import { isDeepStrictEqual } from 'node:util';
import type { Caller, DomainEvent, Publisher } from '@svc/contracts';
import { asJson, batchQueries, translateExternalIdConflict, type Run } from '@svc/database';
import { createOutboxRow, StaleRecord, toOutboxColumns, type OutboxRow } from '@svc/outbox';
import { findChanges } from './history';
import { toRow, type RecordDefinition, type RecordOf } from './record';
import { NEXT_IDS } from './write-statements';

interface WritableRecord {
  readonly id: number;
  readonly companyId: number;
  readonly version?: number;
  readonly updatedAt?: Date;
  readonly externalId?: string | null;
}

export interface RecordCreation<Stored> {
  readonly after: Stored;
  readonly events: readonly DomainEvent[];
  readonly author: Pick<Caller, 'actor' | 'personId'>;
}

export interface RecordChange<Stored> extends RecordCreation<Stored> {
  readonly before: Stored;
}

export type Announce<Stored> = (record: Stored, author: Caller) => readonly DomainEvent[];

/**
 * Writes records, history and events in one statement. Changes of a company that arrive during a statement run
 * together in the next one.
 */
export function createRecordWrites<One extends RecordDefinition>(
  run: Run,
  record: One,
  publisher: Publisher,
) {
  type Stored = RecordOf<One> & WritableRecord;
  type Draft = Omit<Stored, 'id'>;
  const { statements } = record;
  const toOutboxRows = ({ events }: RecordCreation<Stored>): OutboxRow[] =>
    events.map((event) => createOutboxRow(publisher, event));

  /** For several records, PostgreSQL does not say whose external id is taken. */
  const translateConflict = <T>(all: readonly RecordCreation<Stored>[], write: () => Promise<T>) =>
    all[0] && all.length === 1
      ? translateExternalIdConflict(record.table, { externalId: null, ...all[0].after }, write)
      : write();

  async function insert(created: readonly RecordCreation<Stored>[]): Promise<void> {
    const values = {
      rows: asJson(created.map(({ after }) => toRow(record, after as never))),
      entries: asJson(created.map((each) => createHistoryEntry(record, each))),
      ...toOutboxColumns(created.flatMap(toOutboxRows)),
    };
    await translateConflict(created, () => run(statements.insert, values));
  }

  /**
   * Returns for each change whether it was written: not if the version differs, another transaction has locked the
   * row, or an earlier one of these changes is of the same record.
   */
  async function changeAll(changes: readonly RecordChange<Stored>[]): Promise<readonly boolean[]> {
    const rows = changes.map(toOutboxRows);
    const values = {
      companyIds: changes.map(({ before }) => before.companyId),
      ids: changes.map(({ before }) => before.id),
      fromVersions: changes.map(({ before }) => before.version ?? 0),
      states: changes.map((change) => asJson(pickChangedColumns(record, change))),
      entries: changes.map((change) =>
        change.after.version === change.before.version
          ? null
          : asJson(createHistoryEntry(record, change)),
      ),
      eventPositions: rows.flatMap((own, index) => own.map(() => index + 1)),
      ...toOutboxColumns(rows.flat()),
    };
    const written = await translateConflict(changes, () => run(statements.change, values));
    const positions = new Set(written.map(({ position }) => position));
    return changes.map((_, index) => positions.has(index + 1));
  }

  const changeOne = batchQueries(changeAll, {
    groupBy: ({ before }) => before.companyId,
    maxConcurrent: 1,
  });

  const reserveIds = async (total: number): Promise<number[]> =>
    (await run(NEXT_IDS, { table: record.table, total })).map(({ id }) => id);

  async function addAll(author: Caller, drafts: readonly Draft[], announce: Announce<Stored>) {
    const ids = await reserveIds(drafts.length);
    const created = drafts.map((draft, index) => ({ ...draft, id: ids[index] }) as Stored);
    await insert(created.map((after) => ({ after, events: announce(after, author), author })));
    return created;
  }

  return {
    reserveIds,
    insert,
    changeAll,
    addAll,

    add: async (author: Caller, draft: Draft, announce: Announce<Stored>): Promise<Stored> =>
      (await addAll(author, [draft], announce))[0] as Stored,

    /** @throws StaleRecord where the record has changed since `before` */
    async change(author: Caller, before: Stored, after: Stored, announce: Announce<Stored>) {
      const change = { before, after, events: announce(after, author), author };
      if (!(await changeOne(change))) throw new StaleRecord(before.companyId);
    },
  };
}

function createHistoryEntry(
  record: RecordDefinition,
  { before, after, author }: RecordCreation<WritableRecord> & Partial<RecordChange<WritableRecord>>,
): object {
  const { history } = record;
  if (!history) return {};
  return {
    company_id: after.companyId,
    record_id: Reflect.get(after, history.recordId) as number,
    ...(history.partColumn && { [history.partColumn]: after.id }),
    version: after.version,
    changed_at: after.updatedAt,
    source: author.actor,
    person_id: author.personId,
    changes: before ? findChanges(record, before as never, after as never) : [],
  };
}

/** The statement leaves the other columns as they are. */
function pickChangedColumns(
  record: RecordDefinition,
  { before, after }: RecordChange<WritableRecord>,
): object {
  const former = toRow(record, before as never);
  return Object.fromEntries(
    Object.entries(toRow(record, after as never)).filter(
      ([column, value]) => !isDeepStrictEqual(value, former[column]),
    ),
  );
}
