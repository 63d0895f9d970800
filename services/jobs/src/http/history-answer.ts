import { formatTimestamp } from '@svc/kernel';
import type { FieldChange, HistoryEntry } from '../domain/job-history';
import { shownName, shownValue } from '../domain/shown-fields';
import type { NamesInHistory } from '../persistence/job-history';

/** One change of a job: when, by whom, and each field's values by its name in the API. */
export const presentEntry = (entry: HistoryEntry, names: NamesInHistory, zone: string) => ({
  version: entry.version,
  time: formatTimestamp(entry.changedAt, zone),
  source: entry.source,
  person_id: entry.personId,
  changes: entry.changes.map(({ field, before, after }) => ({
    field: shownName(field),
    before: shownValue(field, before, zone),
    after: shownValue(field, after, zone),
    ...namesOf({ field, before, after }, names),
  })),
});

/** What a technician or a location is called now; null for one of whom there is no copy here. */
function namesOf({ field, before, after }: FieldChange, names: NamesInHistory) {
  if (field !== 'technicianId' && field !== 'locationId') return {};
  const nameOf = (id: unknown): string | null => names[field][String(id)] ?? null;
  return { name_before: nameOf(before), name_after: nameOf(after) };
}
