import type { Invoice } from '../domain/invoice';
import type { InvoiceDetails } from '../persistence/invoice-reads';
import type { Dependencies } from './dependencies';

export const getInvoice =
  ({ invoices }: Dependencies) =>
  (companyId: number, invoiceId: number): Promise<InvoiceDetails> =>
    invoices.find(companyId, invoiceId);

/** Those of these invoices that the company has, in any order. */
export const getInvoices =
  ({ invoices }: Dependencies) =>
  (companyId: number, invoiceIds: readonly number[]): Promise<Invoice[]> =>
    invoices.findSome(companyId, invoiceIds);
