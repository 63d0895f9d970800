import type { Caller } from '@svc/contracts';
import { payInvoice, type Invoice } from '../domain/invoice';
import { invoicePaid } from '../domain/invoice-events';
import type { Dependencies } from './dependencies';

export interface RecordPayment {
  readonly caller: Caller;
  readonly invoiceId: number;
  readonly amountCents: number;
  readonly reference: string | null;
}

/** Payments of one invoice wait for each other, so that exactly one of them completes it. */
export const recordPayment =
  ({ transact, now }: Dependencies) =>
  ({ caller, invoiceId, amountCents, reference }: RecordPayment): Promise<Invoice> =>
    transact(async ({ invoices, outbox }) => {
      const before = await invoices.lock(caller.companyId, invoiceId);
      const after = payInvoice(before, amountCents, now());
      await invoices.pay(after, { amountCents, reference, actor: caller.actor });
      if (after.paidAt) await outbox.append([invoicePaid(after, caller.actor)]);
      return after;
    });
