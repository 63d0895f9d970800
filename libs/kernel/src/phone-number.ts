import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js';

const DEFAULT_COUNTRY: CountryCode = 'US';

/** What a Mexican mobile had before its ten digits until 2019. */
const FORMER_MEXICAN_PREFIX = /^\+521(?=\d{10}$)/;

/**
 * A telephone number in E.164, read as one of the company's country unless it begins with `+`; text
 * that is no possible number is kept as it is. An extension is part of the number and shown as RFC 3966
 * has it, `+12125550147;ext=7`: without it the call would reach somebody else.
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
