import type { Caller } from '@svc/contracts';
import { newInvoice, requireSameInvoice, type Charge, type Invoice } from '../domain/invoice';
import type { Dependencies } from './dependencies';

export interface CreateInvoice {
  readonly caller: Caller;
  readonly wanted: Charge;
  /** Tells the invoice, sent again, from a second one of the company. */
  readonly idempotencyKey?: string | undefined;
}

export const createInvoice =
  ({ transact, invoicesChanged, now }: Dependencies) =>
  async ({ caller: { companyId }, wanted, idempotencyKey }: CreateInvoice): Promise<Invoice> => {
    const invoice = await transact(async ({ jobs, invoices }) => {
      // Invoices of one job wait for each other.
      await jobs.lock({ companyId, id: wanted.jobId });
      const earlier = idempotencyKey && (await invoices.findByKey(companyId, idempotencyKey));
      if (!earlier) {
        return invoices.add({ ...newInvoice({ companyId, ...wanted }, now()), idempotencyKey });
      }
      requireSameInvoice(earlier, wanted);
      return earlier;
    });
    invoicesChanged(companyId);
    return invoice;
  };
