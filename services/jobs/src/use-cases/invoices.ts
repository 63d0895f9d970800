import type { Caller } from '@svc/contracts';
import { toLocalDate, parseTimestamp, toUtcDate } from '@svc/kernel';
import {
  createInvoicePaidEvent,
  draftInvoice,
  payInvoice,
  requireSameInvoice,
  requireSamePayment,
  type Charge,
  type Invoice,
  type NewPayment,
} from '../domain/invoice';
import type { Sum } from '../persistence/invoices';
import type { Dependencies } from './dependencies';

export interface CreateInvoice {
  readonly caller: Caller;
  readonly charge: Charge;
  /** Tells the invoice, sent again, from a second one of the company. */
  readonly idempotencyKey?: string | undefined;
}

export const createInvoice =
  ({ transact, onInvoicesChanged, now }: Dependencies) =>
  async ({ caller: { companyId }, charge, idempotencyKey }: CreateInvoice): Promise<Invoice> => {
    const invoice = await transact(async ({ jobs, invoices }) => {
      // Invoices of one job wait for each other.
      await jobs.lock({ companyId, id: charge.jobId });
      const earlier = idempotencyKey && (await invoices.findByKey(companyId, idempotencyKey));
      if (!earlier) {
        return invoices.add({ ...draftInvoice({ companyId, ...charge }, now()), idempotencyKey });
      }
      requireSameInvoice(earlier, charge);
      return earlier;
    });
    onInvoicesChanged(companyId);
    return invoice;
  };

export interface RecordPayment {
  readonly caller: Caller;
  readonly invoiceId: number;
  readonly payment: NewPayment;
}

/**
 * Payments of one invoice wait for each other, so that exactly one completes it and a repeated one
 * finds itself recorded.
 */
export const recordPayment =
  ({ transact, onInvoicesChanged, now }: Dependencies) =>
  async ({ caller, invoiceId, payment }: RecordPayment): Promise<Invoice> => {
    const invoice = await transact(async ({ invoices, outbox }) => {
      const before = await invoices.lock(caller.companyId, invoiceId);
      const { idempotencyKey, amountCents } = payment;
      const earlier = idempotencyKey && (await invoices.findPayment(before, idempotencyKey));
      if (earlier) {
        requireSamePayment(earlier, payment);
        return before;
      }
      const after = payInvoice(before, amountCents, now());
      await invoices.pay(after, { ...payment, actor: caller.actor });
      if (after.paidAt) await outbox.append([createInvoicePaidEvent(after, caller.actor)]);
      return after;
    });
    onInvoicesChanged(caller.companyId);
    return invoice;
  };

export interface InvoiceSums {
  readonly unpaid: readonly Sum[];
  /** Since Monday in the company's zone. */
  readonly paidThisWeek: readonly Sum[];
}

const DAY_MS = 86_400_000;

export const sumInvoices =
  ({ invoices, now }: Dependencies) =>
  async ({ companyId, zone }: Pick<Caller, 'companyId' | 'zone'>): Promise<InvoiceSums> => {
    const at = now();
    const today = new Date(toLocalDate(at, zone));
    const daysSinceMonday = (today.getUTCDay() + 6) % 7;
    const monday = toUtcDate(new Date(today.getTime() - daysSinceMonday * DAY_MS));
    const [unpaid, paidThisWeek] = await Promise.all([
      invoices.sumUnpaid(companyId),
      invoices.sumPaidSince(companyId, parseTimestamp(monday, zone)?.at ?? at),
    ]);
    return { unpaid, paidThisWeek };
  };
