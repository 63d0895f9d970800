import { textKey } from '@svc/contracts';
import { searchTextOf } from '@svc/database';

interface Searched {
  readonly customerName: string;
  readonly customerEmail: string;
  readonly customerPhone: string;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** The text that is searched: the key of each field, and the phone also as digits only. */
export const searchTextOfCustomer = ({
  customerName,
  customerEmail,
  customerPhone,
}: Searched): string =>
  searchTextOf(customerName, customerEmail, customerPhone, digitsOf(customerPhone));

/** Text of digits and what people put between them. */
const PHONE_LIKE = /^[\d\s().+/-]+$/;
/** Fewer digits than this are in almost every phone number. */
const MIN_PHONE_DIGITS = 3;

/**
 * The texts of which a customer has to hold one to be found by a term: the term itself, and the digits of a
 * term that looks like a phone number.
 */
export function searchTerms(term: string): string[] {
  const digits = digitsOf(term);
  const isPhone = PHONE_LIKE.test(term) && digits.length >= MIN_PHONE_DIGITS && digits !== term;
  return [textKey(term), ...(isPhone ? [digits] : [])];
}
