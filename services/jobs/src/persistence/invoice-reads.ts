import { requireFound } from '@svc/contracts';
import { anyInArray, readListPage, statement, type Found, type Run } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Invoice, Payment } from '../domain/invoice';
import { INVOICE_COLUMNS } from './invoice-columns';

export interface InvoiceDetails extends Invoice {
  readonly payments: readonly Payment[];
}

const FIND_SOME = statement<{ companyId: number; ids: readonly number[] }, Invoice>()(
  'find_invoices',
  `select ${INVOICE_COLUMNS} from invoices where company_id = :companyId and id = any(:ids)`,
);

const PAYMENTS = statement<
  { companyId: number; invoiceIds: readonly number[] },
  Payment & { readonly invoiceId: number }
>()(
  'find_payments',
  `select invoice_id as "invoiceId", id, amount_cents as "amountCents", reference,
     recorded_at as "recordedAt"
   from invoice_payments
   where company_id = :companyId and invoice_id = ${anyInArray(':invoiceIds')} order by id`,
);

export const invoiceReads = (run: Run) => ({
  async find(companyId: number, id: number): Promise<InvoiceDetails> {
    const [[invoice], payments] = await Promise.all([
      run(FIND_SOME, { companyId, ids: [id] }),
      run(PAYMENTS, { companyId, invoiceIds: [id] }),
    ]);
    return { ...requireFound(invoice, 'Invoice'), payments };
  },

  findSome: (companyId: number, ids: readonly number[]): Promise<Invoice[]> =>
    run(FIND_SOME, { companyId, ids }),

  async listOfJob(companyId: number, jobId: number, page: Page): Promise<Found<InvoiceDetails>> {
    const { rows: invoices, total } = await readListPage<Invoice>(
      run,
      {
        name: 'invoices_of_job',
        table: 'invoices invoice',
        columns: INVOICE_COLUMNS,
        of: { company_id: companyId, job_id: jobId },
        where: [],
        order: 'invoice.id desc',
      },
      page,
    );
    const invoiceIds = invoices.map(({ id }) => id);
    const payments = invoiceIds.length === 0 ? [] : await run(PAYMENTS, { companyId, invoiceIds });
    const rows = invoices.map((invoice) => ({
      ...invoice,
      payments: payments.filter(({ invoiceId }) => invoiceId === invoice.id),
    }));
    return { rows, total };
  },
});

export type InvoiceReads = ReturnType<typeof invoiceReads>;
