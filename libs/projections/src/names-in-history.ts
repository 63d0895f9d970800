import { statement, type Run } from '@svc/database';
import type { FieldChange, HistoryEntry, NamedChange } from '@svc/kernel';

export interface ReferringFields {
  readonly technician: string;
  readonly location: string;
}

type Names = Readonly<Record<keyof ReferringFields, Readonly<Record<string, string>>>>;

const NAMES = statement<
  { companyId: number; technicianIds: readonly number[]; locationIds: readonly number[] },
  { [Kind in keyof Names]: Names[Kind] | null }
>()(
  'names_in_history',
  `select
     (select json_object_agg(technician_id, technician_name) from technician_names
      where company_id = :companyId and technician_id = any(:technicianIds)) as technician,
     (select json_object_agg(location_id, location_name) from location_names
      where company_id = :companyId and location_id = any(:locationIds)) as location`,
);

interface History {
  readonly entries: readonly HistoryEntry[];
  readonly fields: ReferringFields;
}

/** Adds current names, where there are copies. */
export async function addNames(
  run: Run,
  companyId: number,
  history: History,
): Promise<HistoryEntry<NamedChange>[]> {
  const { entries, fields } = history;
  const names = await readNames(run, companyId, history);
  const named = (change: FieldChange): NamedChange => {
    const { field } = change;
    if (field !== fields.technician && field !== fields.location) return change;
    const areTechnicians = field === fields.technician;
    const known = areTechnicians ? names.technician : names.location;
    const nameOf = (id: unknown): string | null => known[String(id)] ?? null;
    const { before, after } = change;
    return {
      ...change,
      names: { before: nameOf(before), after: nameOf(after), areTechnicians },
    };
  };
  return entries.map((entry) => ({ ...entry, changes: entry.changes.map(named) }));
}

async function readNames(
  run: Run,
  companyId: number,
  { entries, fields }: History,
): Promise<Names> {
  const idsIn = (name: string): number[] =>
    entries
      .flatMap(({ changes }) => changes)
      .filter(({ field }) => field === name)
      .flatMap(({ before, after }) => [before, after])
      .filter((value) => typeof value === 'number');
  const technicianIds = idsIn(fields.technician);
  const locationIds = idsIn(fields.location);
  if (technicianIds.length + locationIds.length === 0) return NO_NAMES;
  const [names] = await run(NAMES, { companyId, technicianIds, locationIds });
  return { technician: names?.technician ?? {}, location: names?.location ?? {} };
}

const NO_NAMES: Names = { technician: {}, location: {} };
