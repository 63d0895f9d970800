const DIGITS = 6;

/** The tag of the company's n-th asset; past 999999 the number simply has more digits. */
export const formatAssetTag = (number: number): string =>
  `AST-${String(number).padStart(DIGITS, '0')}`;
