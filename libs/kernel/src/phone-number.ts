import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js';

const DEFAULT_COUNTRY: CountryCode = 'US';

const FORMER_MEXICAN_PREFIX = /^\+521(?=\d{10}$)/;

/**
 * Normalises to E.164; a number without a prefix is one of the company's country. Returns other texts
 * unchanged. An extension stays, as RFC 3966 writes it (`;ext=7`).
 */
export function normalisePhone(text: string, country: string): string {
  const defaultCountry = isSupportedCountry(country) ? country : DEFAULT_COUNTRY;
  const read = (number: string) =>
    parsePhoneNumberFromString(number, { defaultCountry, extract: false });
  const given = read(text.replace(/^tel:/i, ''));
  const parsed = given && read(given.number.replace(FORMER_MEXICAN_PREFIX, '+52'));
  if (!parsed?.isPossible()) return text;
  return given?.ext ? `${parsed.number};ext=${given.ext}` : parsed.number;
}
