import {
  readChanges,
  readListPage,
  type ChangesSource,
  type ListPage,
  type Run,
  type SqlCondition,
} from '@svc/database';
import type { ChangesQuery, HistoryEntry, Page, RowChanges } from '@svc/kernel';

export interface HistoryQuery {
  readonly companyId: number;
  readonly id: number;
  /** In order of time. */
  readonly changedFrom?: Date | undefined;
}

export interface RecordHistory<Entry = HistoryEntry> {
  /** Newest first. */
  list(query: HistoryQuery, page: Page): Promise<ListPage<Entry>>;
  /** Oldest first. */
  listChanges(query: HistoryQuery, part: ChangesQuery): Promise<RowChanges<Entry>>;
}

const COLUMNS = [
  'entry.version',
  'entry.changed_at as "changedAt"',
  'entry.source',
  'entry.person_id as "personId"',
  'entry.changes',
];

export function createRecordHistory<Entry extends HistoryEntry = HistoryEntry>(
  run: Run,
  { columns = [], joins = '' }: { columns?: readonly string[]; joins?: string } = {},
): RecordHistory<Entry> {
  const toSource = ({ companyId, id, changedFrom }: HistoryQuery): ChangesSource => ({
    name: 'record_changes',
    table: 'record_changes entry',
    columns: [...COLUMNS, ...columns].join(', '),
    joins,
    owner: { company_id: companyId, record_id: id },
    key: 'id',
    where: changedFrom ? [['entry.changed_at >= ?', changedFrom] satisfies SqlCondition] : [],
    order: changedFrom ? 'entry.changed_at, entry.id' : 'entry.id desc',
    changedAt: 'entry.changed_at',
    isInOrderOfKeys: true,
  });
  return {
    list: (query, page) => readListPage(run, toSource(query), page),
    listChanges: (query, part) => readChanges(run, toSource(query), part),
  };
}

export const completeHistory = <Stored, Entry>(
  history: RecordHistory<Stored>,
  complete: (companyId: number, entries: readonly Stored[]) => Promise<Entry[]>,
): RecordHistory<Entry> => ({
  async list(query, page) {
    const { rows, total } = await history.list(query, page);
    return { rows: await complete(query.companyId, rows), total };
  },
  async listChanges(query, part) {
    const { changes, ...end } = await history.listChanges(query, part);
    const stored = changes.flatMap((change) => ('row' in change ? [change.row] : []));
    const entries = await complete(query.companyId, stored);
    return { changes: entries.map((row) => ({ row })), ...end };
  },
});

export const requireRecordOfHistory = <Entry>(
  { list, listChanges }: RecordHistory<Entry>,
  require: (companyId: number, id: number) => Promise<unknown>,
): RecordHistory<Entry> => ({
  async list(query, page) {
    const [found] = await Promise.all([list(query, page), require(query.companyId, query.id)]);
    return found;
  },
  async listChanges(query, part) {
    const { companyId, id } = query;
    const [changes] = await Promise.all([listChanges(query, part), require(companyId, id)]);
    return changes;
  },
});
