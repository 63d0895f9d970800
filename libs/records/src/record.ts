import { toDatabaseRow, type Columns } from '@svc/database';
import type { Field, Use } from './field';
import { buildWriteStatements } from './write-statements';

export type Fields = Readonly<Record<string, Field>>;

export type ValueOf<OneField extends Field> = NonNullable<OneField['types']>['value'];

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? Rest extends Uncapitalize<Rest>
    ? `${Lowercase<First>}${SnakeCase<Rest>}`
    : `${Lowercase<First>}_${SnakeCase<Rest>}`
  : Name;

type ApiName<Name extends string, OneField extends Field> =
  NonNullable<OneField['options']['apiName']> extends infer Own extends string
    ? string extends Own
      ? SnakeCase<Name>
      : Own
    : never;

export type JsonOf<All extends Fields, Name extends keyof All> = {
  readonly [Each in Name & string as ApiName<Each, All[Each]>]: NonNullable<
    All[Each]['types']
  >['json'];
};

export type NamesOf<All extends Fields, Uses extends Use> = {
  [Name in keyof All]: All[Name]['use'] extends Uses ? Name : never;
}[keyof All] &
  string;

type Stored = Exclude<Use, 'joined'>;
export type Hidden = 'internal' | 'apart';

type Values<All extends Fields, Name extends keyof All> = {
  readonly [Each in Name]: ValueOf<All[Each]>;
};

interface RecordHistory {
  /** The field with the id of the record that the history belongs to. */
  readonly recordId: string;
  /** For records that are parts of another one. */
  readonly partColumn?: string;
}

/** Types, schemas, columns and responses follow from it. */
export interface RecordDefinition<All extends Fields = Fields> {
  readonly name: string;
  readonly table: string;
  readonly fields: All;
  readonly named: readonly NamedField[];
  /** Columns that are only searched. */
  readonly derive: Readonly<Record<string, (record: never) => unknown>>;
  readonly history?: RecordHistory | undefined;
  readonly statements: ReturnType<typeof buildWriteStatements>;
  readonly columns: Columns<NamesOf<All, Exclude<Stored, 'apart'>>>;
}

export type RecordOf<One extends RecordDefinition> = Values<
  One['fields'],
  NamesOf<One['fields'], Stored>
>;

/** A record as returned, with fields of other tables. */
export type ReturnedOf<One extends RecordDefinition> = Values<
  One['fields'],
  NamesOf<One['fields'], Exclude<Use, Hidden>>
>;

/** Fields with which a client creates a record. */
export type DetailsOf<One extends RecordDefinition> = Values<
  One['fields'],
  NamesOf<One['fields'], 'required' | 'optional'>
>;

/** Fields that an update may change. */
export type PatchOf<One extends RecordDefinition> = Partial<DetailsOf<One>>;

/** Absent fields stay unchanged. */
export type EntryOf<One extends RecordDefinition> = Values<
  One['fields'],
  NamesOf<One['fields'], 'required'>
> &
  PatchOf<One>;

interface Declaration<All extends Fields> extends Pick<
  RecordDefinition<All>,
  'name' | 'table' | 'fields'
> {
  readonly derive?: Readonly<
    Record<string, (record: RecordOf<RecordDefinition<NoInfer<All>>>) => unknown>
  >;
  /** `true` uses `record_changes`. */
  readonly history?: RecordHistory | true;
}

export const defineRecord = <All extends Fields>({
  derive = {},
  history,
  ...declared
}: Declaration<All>): RecordDefinition<All> => {
  const named = Object.entries(declared.fields).map(([name, field]) => toNamedField(name, field));
  const record = {
    ...declared,
    named,
    derive: Object.fromEntries(
      Object.entries(derive).map(([name, valueOf]) => [snakeCase(name), valueOf]),
    ),
    history: history === true ? { recordId: 'id' } : history,
    columns: Object.fromEntries(
      named
        .filter(({ use }) => use !== 'joined' && use !== 'apart')
        .map(({ name, column }) => [name, column]),
    ) as RecordDefinition<All>['columns'],
  };
  const stored = [...Object.values<string>(record.columns), ...Object.keys(record.derive)];
  return { ...record, statements: buildWriteStatements(record.table, stored, record.history) };
};

/** Completes absent fields with their default, or null. */
export function completeDetails<One extends RecordDefinition>(
  { named }: One,
  entry: EntryOf<One>,
): DetailsOf<One> {
  const given: Readonly<Record<string, unknown>> = entry;
  const sent = named.filter(isSent);
  return Object.fromEntries(
    sent.map(({ name, options }) => [name, given[name] ?? options.default ?? null]),
  ) as DetailsOf<One>;
}

export interface NamedField extends Field {
  readonly name: string;
  readonly apiName: string;
  readonly column: string;
}

export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const toNamedField = (name: string, field: Field): NamedField => ({
  ...field,
  name,
  apiName: field.options.apiName ?? snakeCase(name),
  column: field.options.column ?? snakeCase(name),
});

export const isSent = ({ use }: Field): boolean => use === 'required' || use === 'optional';

export const buildExample = (all: readonly NamedField[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    all.flatMap(({ apiName, options: { example } }) =>
      example === undefined ? [] : [[apiName, example]],
    ),
  );

export const toRow = <One extends RecordDefinition>(
  { columns, derive }: One,
  record: RecordOf<One>,
): Readonly<Record<string, unknown>> => ({
  ...toDatabaseRow<string>(columns, record),
  ...Object.fromEntries(
    Object.entries(derive).map(([column, valueOf]) => [column, valueOf(record as never)]),
  ),
});
