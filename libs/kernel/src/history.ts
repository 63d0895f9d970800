import { isDeepStrictEqual } from 'node:util';

export interface FieldChange<Field extends string = string> {
  readonly field: Field;
  readonly before: unknown;
  readonly after: unknown;
}

export const findFieldChanges = <State, Field extends keyof State & string>(
  fields: readonly Field[],
  before: State,
  after: State,
): FieldChange<Field>[] =>
  fields
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));

/** One change of a record; the first is its creation, which changes no field. */
export interface HistoryEntry<Change extends FieldChange = FieldChange> {
  readonly version: number;
  readonly changedAt: Date;
  /** `api_key:<id>`, `ui` or `scheduled`. */
  readonly source: string;
  readonly personId: number | null;
  readonly changes: readonly Change[];
}

/** Current names of the records that a field refers to; null where unknown. */
export interface ChangedNames {
  readonly before: string | null;
  readonly after: string | null;
  readonly areTechnicians: boolean;
}

export interface NamedChange extends FieldChange {
  readonly names?: ChangedNames | undefined;
}

interface HistoryField {
  readonly name: string;
  format(value: unknown, zone: string): unknown;
}

export type HistoryFields = Readonly<Record<string, HistoryField>>;

export function getHistoryField(fields: HistoryFields, field: string): HistoryField {
  const shown = fields[field];
  if (!shown) throw new Error(`The history has no format for ${field}.`);
  return shown;
}

/** The previous values of changed fields in the form of the API, for events. */
export const toFormerValues = (
  changes: readonly FieldChange[],
  fields: HistoryFields,
  zone: string,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    changes.map(({ field, before }) => {
      const shown = getHistoryField(fields, field);
      return [shown.name, shown.format(before, zone)];
    }),
  );
