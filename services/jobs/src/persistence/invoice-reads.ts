import { DomainError } from '@svc/contracts';
import { statement, type Run } from '@svc/database';
import type { Invoice, Payment } from '../domain/invoice';
import { INVOICE_COLUMNS } from './invoice-columns';

export interface InvoiceDetails extends Invoice {
  /** In the order in which they were recorded. */
  readonly payments: readonly Payment[];
}

const FIND_SOME = statement<{ companyId: number; ids: readonly number[] }, Invoice>()(
  'find_invoices',
  `select ${INVOICE_COLUMNS} from invoices where company_id = :companyId and id = any(:ids)`,
);

const PAYMENTS = statement<{ companyId: number; invoiceId: number }, Payment>()(
  'find_payments',
  `select id, amount_cents as "amountCents", reference, recorded_at as "recordedAt"
   from invoice_payments where company_id = :companyId and invoice_id = :invoiceId order by id`,
);

/** The questions that are asked of invoices outside a transaction. */
export const invoiceReads = (run: Run) => ({
  /** The company's invoice with its payments. */
  async find(companyId: number, id: number): Promise<InvoiceDetails> {
    const [[invoice], payments] = await Promise.all([
      run(FIND_SOME, { companyId, ids: [id] }),
      run(PAYMENTS, { companyId, invoiceId: id }),
    ]);
    if (!invoice) throw new DomainError('not_found', 'Invoice not found.');
    return { ...invoice, payments };
  },

  /** Those of these invoices that the company has, in any order. */
  findSome: (companyId: number, ids: readonly number[]): Promise<Invoice[]> =>
    run(FIND_SOME, { companyId, ids }),
});

export type InvoiceReads = ReturnType<typeof invoiceReads>;
