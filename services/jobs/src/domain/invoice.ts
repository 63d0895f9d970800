import { DomainError, invalidField } from '@svc/contracts';
import { revised } from '@svc/kernel';

/** What is charged for a job, in whole cents. */
export interface Invoice {
  readonly companyId: number;
  readonly id: number;
  /** Counts the company's invoices, from 1 and without gaps. */
  readonly number: number;
  readonly jobId: number;
  readonly version: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly totalCents: number;
  /** The sum of its payments. */
  readonly paidCents: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When the last cent was paid. */
  readonly paidAt: Date | null;
}

/** What is charged for which job. */
export type Charge = Pick<Invoice, 'jobId' | 'currency' | 'totalCents'>;

/** Refuses an invoice under the key of another one. */
export function requireSameInvoice(
  earlier: Invoice,
  { jobId, currency, totalCents }: Charge,
): void {
  const isSame =
    earlier.jobId === jobId && earlier.currency === currency && earlier.totalCents === totalCents;
  if (!isSame) throw invoiceKeyReused();
}

export const invoiceKeyReused = (): DomainError =>
  new DomainError(
    'idempotency_key_reused',
    'idempotency_key was used for another invoice of this company.',
  );

/** Money that was received for an invoice; it is never changed or taken back. */
export interface Payment {
  readonly id: number;
  readonly amountCents: number;
  /** The payer's or the bank's reference. */
  readonly reference: string | null;
  readonly recordedAt: Date;
}

/** Money that is to be recorded as received. */
export interface NewPayment extends Pick<Payment, 'amountCents' | 'reference'> {
  /** What tells the payment, sent again, from a second one of the invoice. */
  readonly idempotencyKey?: string | undefined;
}

/** Refuses a payment under the key of another one. */
export function requireSamePayment(
  earlier: Pick<Payment, 'amountCents' | 'reference'>,
  payment: NewPayment,
): void {
  const { amountCents, reference } = payment;
  if (earlier.amountCents === amountCents && earlier.reference === reference) return;
  throw new DomainError(
    'idempotency_key_reused',
    'idempotency_key was used for another payment of this invoice.',
  );
}

/** An invoice that has neither id nor number yet. */
export type NewInvoice = Omit<Invoice, 'id' | 'number'>;

export const newInvoice = (details: Pick<Invoice, 'companyId'> & Charge, at: Date): NewInvoice => ({
  ...details,
  version: 1,
  paidCents: 0,
  createdAt: at,
  updatedAt: at,
  paidAt: null,
});

/** The invoice after a payment, or a refusal of one that is more than what is still to be paid. */
export function payInvoice(invoice: Invoice, amountCents: number, at: Date): Invoice {
  const paidCents = invoice.paidCents + amountCents;
  if (paidCents > invoice.totalCents) {
    const open = invoice.totalCents - invoice.paidCents;
    throw invalidField(
      'amount_cents',
      `amount_cents is more than the ${open} cents that are still to be paid.`,
    );
  }
  const paidAt = paidCents === invoice.totalCents ? at : null;
  return revised<Invoice>({ ...invoice, paidCents, paidAt }, at);
}

const DIGITS = 6;

/** The number of the company's n-th invoice, as text; past 999999 it simply has more digits. */
export const invoiceNumber = (number: number): string =>
  `INV-${String(number).padStart(DIGITS, '0')}`;
