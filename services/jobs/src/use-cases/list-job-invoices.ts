import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { InvoiceDetails } from '../persistence/invoice-reads';
import type { Dependencies } from './dependencies';

/** The invoices of a job, deleted or not, newest first. */
export const listJobInvoices =
  ({ jobs, invoices }: Dependencies) =>
  async (companyId: number, jobId: number, page: Page): Promise<Found<InvoiceDetails>> => {
    const [found] = await Promise.all([
      invoices.listOfJob(companyId, jobId, page),
      jobs.findForAdmin(companyId, jobId),
    ]);
    return found;
  };
