import { statement, type Run } from '@svc/database';
import type { FieldChange, HistoryEntry, NamedChange } from '@svc/kernel';
import { completeHistory, createRecordHistory, type RecordHistory } from '@svc/outbox';
import { addNames } from '@svc/projections';
import type { Asset } from '../records/asset';

type Entry = HistoryEntry<NamedChange>;

export type AssetHistory = RecordHistory<Entry>;

const REFERRING = { technician: 'assignedTo', location: 'locationId' } as const satisfies Record<
  string,
  keyof Asset
>;

const TYPE: keyof Asset = 'assetTypeId';

const TYPE_NAMES = statement<
  { companyId: number; ids: readonly number[] },
  { id: number; name: string }
>()(
  'asset_types_in_history',
  'select id, name from asset_types where company_id = :companyId and id = any(:ids)',
);

export const assetHistory = (run: Run): AssetHistory =>
  completeHistory(createRecordHistory(run), async (companyId, entries) =>
    withTypeNames(run, companyId, await addNames(run, companyId, { entries, fields: REFERRING })),
  );

async function withTypeNames(
  run: Run,
  companyId: number,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const ids = entries.flatMap(({ changes }) =>
    changes.filter(isOfType).flatMap(({ before, after }) => [Number(before), Number(after)]),
  );
  const types = ids.length > 0 ? await run(TYPE_NAMES, { companyId, ids }) : [];
  const known = new Map<unknown, string>(types.map(({ id, name }) => [id, name]));
  const nameOf = (id: unknown): string | null => known.get(id) ?? null;
  const named = (change: NamedChange): NamedChange => {
    if (!isOfType(change)) return change;
    const { before, after } = change;
    return {
      ...change,
      names: { before: nameOf(before), after: nameOf(after), areTechnicians: false },
    };
  };
  return entries.map((entry) => ({ ...entry, changes: entry.changes.map(named) }));
}

const isOfType = ({ field }: FieldChange): boolean => field === TYPE;
