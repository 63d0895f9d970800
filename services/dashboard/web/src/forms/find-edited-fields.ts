const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export function findEditedFields<Values extends object>(
  values: Values,
  known: Values,
): Partial<Values> {
  const before = new Map(Object.entries(known));
  const edited = Object.entries(values).filter(([name, value]) => !isSame(value, before.get(name)));
  return Object.fromEntries(edited) as Partial<Values>;
}
