import type { Caller } from '@svc/contracts';
import { payInvoice, requireSamePayment, type Invoice, type NewPayment } from '../domain/invoice';
import { invoicePaid } from '../domain/invoice-events';
import type { Dependencies } from './dependencies';

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
  ({ transact, invoicesChanged, now }: Dependencies) =>
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
      if (after.paidAt) await outbox.append([invoicePaid(after, caller.actor)]);
      return after;
    });
    invoicesChanged(caller.companyId);
    return invoice;
  };
