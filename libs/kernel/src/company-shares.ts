/**
 * Something that the work of companies uses and of which there is only so much, such as memory: how much
 * of it each has.
 *
 * A company may have as much of it as is left free, so that it has half of all at most, each of
 * two companies a third, and so on: whatever some do, there is room for others.
 */
export interface CompanyShares {
  hasRoom(companyId: number, amount: number): boolean;
  /** Counts an amount that is in use, whether there is room for it or not. */
  take(companyId: number, amount: number): void;
  giveBack(companyId: number, amount: number): void;
  /** Whether no company has any of it. */
  isUnused(): boolean;
}

/** @param most of all companies together */
export function companyShares(most: number): CompanyShares {
  const amounts = new Map<number, number>();
  let all = 0;

  function change(companyId: number, by: number): void {
    all += by;
    const amount = (amounts.get(companyId) ?? 0) + by;
    if (amount === 0) amounts.delete(companyId);
    else amounts.set(companyId, amount);
  }

  return {
    hasRoom: (companyId, amount) => (amounts.get(companyId) ?? 0) + amount <= most - all - amount,
    take: change,
    giveBack: (companyId, amount) => change(companyId, -amount),
    isUnused: () => all === 0,
  };
}
