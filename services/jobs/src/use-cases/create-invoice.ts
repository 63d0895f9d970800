import type { Caller } from '@svc/contracts';
import { newInvoice, type Invoice } from '../domain/invoice';
import type { Dependencies } from './dependencies';

export interface CreateInvoice {
  readonly caller: Caller;
  readonly jobId: number;
  readonly currency: string;
  readonly totalCents: number;
}

/** Charges for a job, which must not be deleted. */
export const createInvoice =
  ({ transact, invoicesChanged, now }: Dependencies) =>
  async ({
    caller: { companyId },
    jobId,
    currency,
    totalCents,
  }: CreateInvoice): Promise<Invoice> => {
    const invoice = await transact(async ({ jobs, invoices }) => {
      await jobs.lock({ companyId, id: jobId });
      return invoices.add(newInvoice({ companyId, jobId, currency, totalCents }, now()));
    });
    invoicesChanged(companyId);
    return invoice;
  };
