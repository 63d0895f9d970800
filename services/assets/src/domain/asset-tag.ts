const DIGITS = 6;

/** Past 999999 the number has more digits. */
export const formatAssetTag = (number: number): string =>
  `AST-${String(number).padStart(DIGITS, '0')}`;
