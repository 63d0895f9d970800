import { isDeepStrictEqual } from 'node:util';

/** What a field of a record was before a change, and what it is after it. */
export interface FieldChange<Field extends string = string> {
  readonly field: Field;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields, of these, in which two states of a record differ. */
export const fieldChanges = <State, Field extends keyof State & string>(
  fields: readonly Field[],
  before: State,
  after: State,
): FieldChange<Field>[] =>
  fields
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));

/** One change of a record. The first one is its creation, which changes no field. */
export interface HistoryEntry<Change extends FieldChange = FieldChange> {
  /** The record's version since then. */
  readonly version: number;
  readonly changedAt: Date;
  /** `api_key:<id>`, `ui` or `scheduled`. */
  readonly source: string;
  /** The person of the dashboard, where it was one. */
  readonly personId: number | null;
  readonly changes: readonly Change[];
}

/** What the two records are called now that a field named before and after a change; null where that is not known. */
export interface ChangedNames {
  readonly before: string | null;
  readonly after: string | null;
  /** Technicians are shown by name only to those who may read them. */
  readonly areTechnicians: boolean;
}

/** A change with the names of the records that it is about, where it is about any. */
export interface NamedChange extends FieldChange {
  readonly names?: ChangedNames | undefined;
}

/** How the API shows a field: its name there, and its values. */
interface ShownField {
  readonly name: string;
  of(value: unknown, zone: string): unknown;
}

/** How the API shows the fields of a record's history. */
export type FieldsInHistory = Readonly<Record<string, ShownField>>;

/** How one of these fields is shown; a field that is missing is an error of ours. */
export function showField(fields: FieldsInHistory, field: string): ShownField {
  const shown = fields[field];
  if (!shown) throw new Error(`Nothing says how ${field} is shown.`);
  return shown;
}

/** The former values of the fields that changed, as the API shows them: what events say of a change. */
export const formerValues = (
  changes: readonly FieldChange[],
  fields: FieldsInHistory,
  zone: string,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    changes.map(({ field, before }) => {
      const shown = showField(fields, field);
      return [shown.name, shown.of(before, zone)];
    }),
  );
