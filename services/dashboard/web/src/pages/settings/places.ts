/** Codes that browsers name although they are no countries. */
const NOT_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

export const COUNTRIES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  .filter((code) => !NOT_COUNTRIES.has(code))
  .flatMap((value) => {
    const label = NAMES.of(value);
    return label === undefined ? [] : [{ value, label: `${label} (${value})` }];
  })
  .sort((one, other) => one.label.localeCompare(other.label, 'en'));
