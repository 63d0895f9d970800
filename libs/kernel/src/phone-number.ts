import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js';

const DEFAULT_COUNTRY: CountryCode = 'US';

/**
 * A telephone number in E.164, read as one of the company's country unless it begins with `+`; text
 * that is no possible number is kept as it is.
 *
 * A number with an extension is kept as it is too: E.164 cannot hold the extension, and without it the
 * call would reach somebody else.
 */
export function normalisePhone(text: string, country: string): string {
  const defaultCountry = isSupportedCountry(country) ? country : DEFAULT_COUNTRY;
  const parsed = parsePhoneNumberFromString(text, { defaultCountry, extract: false });
  if (!parsed?.isPossible() || parsed.ext) return text;
  return parsed.number;
}
