import { textKey } from '@svc/contracts';
import { toSearchText } from '@svc/database';

interface Searched {
  readonly customerName: string;
  readonly customerEmail: string;
  readonly customerPhone: string;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

export const searchTextOfCustomer = ({
  customerName,
  customerEmail,
  customerPhone,
}: Searched): string =>
  toSearchText(customerName, customerEmail, customerPhone, digitsOf(customerPhone));

const PHONE_LIKE = /^[\d\s().+/-]+$/;
/** Fewer digits are part of almost every phone number. */
const MIN_PHONE_DIGITS = 3;

/**
 * The term and, if it looks like a phone number, its digits; a customer must contain one of them.
 */
export function searchTerms(term: string): string[] {
  const digits = digitsOf(term);
  const isPhone = PHONE_LIKE.test(term) && digits.length >= MIN_PHONE_DIGITS && digits !== term;
  return [textKey(term), ...(isPhone ? [digits] : [])];
}
