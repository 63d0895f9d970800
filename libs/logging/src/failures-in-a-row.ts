/**
 * Whether a failure is worth a line, given how many there have been in a row: the first, second, fourth,
 * eighth and so on. What is tried again for hours would otherwise fill the disk with the same line.
 */
export const shouldLogFailure = (failuresInARow: number): boolean =>
  Number.isInteger(Math.log2(failuresInARow));
