import type { EntitySchema } from 'typeorm';

export type Columns<Field extends string = string> = Readonly<Record<Field, string>>;

/** An SQL fragment without named values; a plain `string` would hide names from `statement`. */
export type SqlWithoutValues = 'columns';

export const toColumns = <Row extends object>({ options }: EntitySchema<Row>) =>
  Object.fromEntries(
    Object.entries<{ name?: string } | undefined>(options.columns).map(([field, column]) => [
      field,
      column?.name ?? field,
    ]),
  ) as Columns<keyof Row & string>;

export const omitColumns = <Field extends string, Omitted extends Field>(
  columns: Columns<Field>,
  ...omitted: readonly Omitted[]
): Columns<Exclude<Field, Omitted>> =>
  Object.fromEntries(
    Object.entries<string>(columns).filter(([field]) => !omitted.some((each) => each === field)),
  ) as Columns<Exclude<Field, Omitted>>;

/** `item.id, item.part_name as "partName"` */
export const selectList = (columns: Columns, from?: string): SqlWithoutValues =>
  Object.entries(columns)
    .map(([field, column]) => {
      const qualified = from ? `${from}.${column}` : column;
      return field === column ? qualified : `${qualified} as "${field}"`;
    })
    .join(', ') as SqlWithoutValues;

export const toDatabaseRow = <Field extends string>(
  columns: Columns<Field>,
  record: Readonly<Record<NoInfer<Field>, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries<string>(columns).map(([field, column]) => [column, record[field as Field]]),
  );
