const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The fields of a form in which what was entered differs from what is known of the record. */
export const editsIn = <Values extends object>(values: Values, known: Values): Partial<Values> => {
  const before = new Map(Object.entries(known));
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(value, before.get(name))),
  ) as Partial<Values>;
};
