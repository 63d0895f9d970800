/**
 * True for the first, second, fourth, eighth … failure in a row, so that retries over hours do not fill
 * the disk.
 */
export const shouldLogFailure = (failuresInARow: number): boolean =>
  Number.isInteger(Math.log2(failuresInARow));
