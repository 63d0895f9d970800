/**
 * Memory that the requests of companies use, weighed by company.
 *
 * A company may have as many bytes of it as are left free, so that it has half of all at most, each of
 * two companies a third, and so on: whatever some do, there is room for others.
 */
export interface CompanyMemory {
  hasRoom(companyId: number, bytes: number): boolean;
  /** Counts bytes that are in use, whether there is room for them or not. */
  take(companyId: number, bytes: number): void;
  giveBack(companyId: number, bytes: number): void;
}

/** @param mostBytes of all companies together */
export function companyMemory(mostBytes: number): CompanyMemory {
  const bytesOf = new Map<number, number>();
  let allBytes = 0;

  function change(companyId: number, by: number): void {
    allBytes += by;
    const bytes = (bytesOf.get(companyId) ?? 0) + by;
    if (bytes === 0) bytesOf.delete(companyId);
    else bytesOf.set(companyId, bytes);
  }

  return {
    hasRoom: (companyId, bytes) =>
      (bytesOf.get(companyId) ?? 0) + bytes <= mostBytes - allBytes - bytes,
    take: change,
    giveBack: (companyId, bytes) => change(companyId, -bytes),
  };
}
