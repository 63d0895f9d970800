/** Fills a form's fields from a record; fields without a value keep their empty one. */
export function toFormValues<Values extends object>(
  empty: Values,
  record: Partial<Record<keyof Values, unknown>>,
): Values {
  const fields = Object.entries(empty) as [keyof Values, unknown][];
  return Object.fromEntries(
    fields.map(([field, none]) => [field, record[field] ?? none]),
  ) as Values;
}
