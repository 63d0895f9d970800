/** An amount as it was entered, in whole cents; undefined where nothing was. */
export const centsOf = (amount: number | string): number | undefined =>
  amount === '' ? undefined : Math.round(Number(amount) * 100);
