import { DomainError, textKey } from '@svc/contracts';
import type { Customer } from '../records/customer';
import type { Contact } from './customer';

export type Holder = Pick<
  Customer,
  'id' | 'customerName' | 'customerEmail' | 'customerPhone' | 'deletedAt'
>;

export interface Claim extends Contact {
  readonly companyId: number;
  readonly id?: number;
}

/** Without a claim where several customers were written. */
export class ContactTaken extends Error {
  constructor(readonly claim?: Claim) {
    super('The contact is taken.');
    this.name = 'ContactTaken';
  }
}

interface Match {
  readonly field: 'email' | 'phone';
  readonly holder: Holder;
}

/**
 * Why the contact cannot be used, or undefined when nobody holds it.
 *
 * An active customer is named before a removed one, then the e-mail before the phone.
 */
export function findContactConflict(
  wanted: Contact,
  holders: readonly Holder[],
): DomainError | undefined {
  const matches: Match[] = [
    ...holders
      .filter(({ customerEmail }) => textKey(customerEmail) === textKey(wanted.customerEmail))
      .map((holder) => ({ field: 'email', holder }) as const),
    ...holders
      .filter(({ customerPhone }) => customerPhone === wanted.customerPhone)
      .map((holder) => ({ field: 'phone', holder }) as const),
  ];
  const match = matches.find(({ holder }) => !holder.deletedAt) ?? matches[0];
  return match && toConflictError(match);
}

const WORDS = { email: 'e-mail address', phone: 'phone number' } as const;

function toConflictError({ field, holder }: Match): DomainError {
  const details = {
    matched_field: field,
    customer_id: holder.id,
    customer_name: holder.customerName,
  };
  const holds = `customer ${holder.id} (${holder.customerName}) has this ${WORDS[field]}`;
  return holder.deletedAt
    ? new DomainError(
        'customer_soft_deleted_conflict',
        `The removed ${holds}; restore it or send another ${WORDS[field]}.`,
        details,
      )
    : new DomainError(
        'customer_duplicate_contact',
        `The ${holds} already; use it or send another ${WORDS[field]}.`,
        details,
      );
}
