/** Converts an entered amount to cents; undefined when empty. */
export const toCents = (amount: number | string): number | undefined =>
  amount === '' ? undefined : Math.round(Number(amount) * 100);
