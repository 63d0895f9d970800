import { textKey } from '@svc/contracts';

export const keepDigits = (text: string): string => text.replace(/\D/g, '');

const PHONE_LIKE = /^[\d\s().+/-]+$/;
/** Fewer digits are part of almost every phone number. */
const MIN_PHONE_DIGITS = 3;

/** The term and, if it looks like a phone number, its digits; a record must contain one of them. */
export function toSearchTerms(term: string): string[] {
  const digits = keepDigits(term);
  const isPhone = PHONE_LIKE.test(term) && digits.length >= MIN_PHONE_DIGITS && digits !== term;
  return [textKey(term), ...(isPhone ? [digits] : [])];
}
