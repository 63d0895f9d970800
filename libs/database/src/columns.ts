import type { EntitySchema } from 'typeorm';

/** Fields of a record, each with the column that holds it. */
export type Columns<Field extends string = string> = Readonly<Record<Field, string>>;

/** A part of a statement that names no value: its type is read for names, and a `string` would hide them. */
export type Nameless = 'columns';

/** The columns of a table that TypeORM knows. */
export const columnsOf = <Row extends object>({ options }: EntitySchema<Row>) =>
  Object.fromEntries(
    Object.entries<{ name?: string } | undefined>(options.columns).map(([field, column]) => [
      field,
      column?.name ?? field,
    ]),
  ) as Columns<keyof Row & string>;

/** Columns without those of some fields. */
export const omitColumns = <Field extends string, Omitted extends Field>(
  columns: Columns<Field>,
  ...omitted: readonly Omitted[]
): Columns<Exclude<Field, Omitted>> =>
  Object.fromEntries(
    Object.entries<string>(columns).filter(([field]) => !omitted.some((each) => each === field)),
  ) as Columns<Exclude<Field, Omitted>>;

/**
 * What a select lists for its rows to have the fields, from a table or from its alias:
 * `item.id, item.part_name as "partName"`.
 */
export const selectList = (columns: Columns, from?: string): Nameless =>
  Object.entries(columns)
    .map(([field, column]) => {
      const qualified = from ? `${from}.${column}` : column;
      return field === column ? qualified : `${qualified} as "${field}"`;
    })
    .join(', ') as Nameless;

/** The columns alone, in the same order: `id, part_name`. */
export const columnList = (columns: Columns): Nameless =>
  Object.values(columns).join(', ') as Nameless;

/** The values of a record by the names of their columns. */
export const rowOf = <Field extends string>(
  columns: Columns<Field>,
  record: Readonly<Record<NoInfer<Field>, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries<string>(columns).map(([field, column]) => [column, record[field as Field]]),
  );
