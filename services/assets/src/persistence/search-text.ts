/** The LIKE pattern of a term; its own `%` and `_` are literal. */
export const searchPattern = (term: string): string =>
  `%${term.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
