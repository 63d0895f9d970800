import { DomainError, invalidField, type DomainEvent } from '@svc/contracts';
import { toNextVersion } from '@svc/kernel';

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
  readonly paidCents: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When the last cent was paid. */
  readonly paidAt: Date | null;
}

export type Charge = Pick<Invoice, 'jobId' | 'currency' | 'totalCents'>;

/** @throws idempotency_key_reused when the key belongs to another invoice */
export function requireSameInvoice(
  earlier: Invoice,
  { jobId, currency, totalCents }: Charge,
): void {
  const isSame =
    earlier.jobId === jobId && earlier.currency === currency && earlier.totalCents === totalCents;
  if (!isSame) throw createInvoiceKeyReusedError();
}

export const createInvoiceKeyReusedError = (): DomainError =>
  new DomainError(
    'idempotency_key_reused',
    'idempotency_key was used for another invoice of this company; send a new one.',
  );

/** Money received for an invoice; it is never changed or taken back. */
export interface Payment {
  readonly id: number;
  readonly amountCents: number;
  /** The payer's or the bank's reference. */
  readonly reference: string | null;
  readonly recordedAt: Date;
}

export interface NewPayment extends Pick<Payment, 'amountCents' | 'reference'> {
  readonly idempotencyKey?: string | undefined;
}

/** @throws idempotency_key_reused when the key belongs to another payment */
export function requireSamePayment(
  earlier: Pick<Payment, 'amountCents' | 'reference'>,
  payment: NewPayment,
): void {
  const { amountCents, reference } = payment;
  if (earlier.amountCents === amountCents && earlier.reference === reference) return;
  throw new DomainError(
    'idempotency_key_reused',
    'idempotency_key was used for another payment of this invoice; send a new one.',
  );
}

export type NewInvoice = Omit<Invoice, 'id' | 'number'>;

export const draftInvoice = (
  details: Pick<Invoice, 'companyId'> & Charge,
  at: Date,
): NewInvoice => ({
  ...details,
  version: 1,
  paidCents: 0,
  createdAt: at,
  updatedAt: at,
  paidAt: null,
});

/** @throws validation_failed when it is more than what is still to be paid */
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
  return toNextVersion<Invoice>({ ...invoice, paidCents, paidAt }, at);
}

const DIGITS = 6;

/** Past 999999 the number has more digits. */
export const formatInvoiceNumber = (number: number): string =>
  `INV-${String(number).padStart(DIGITS, '0')}`;

export const createInvoicePaidEvent = (invoice: Invoice, actor: string): DomainEvent => ({
  type: 'invoice.paid',
  companyId: invoice.companyId,
  recordId: invoice.id,
  version: invoice.version,
  occurredAt: invoice.updatedAt,
  actor,
  data: {},
});
