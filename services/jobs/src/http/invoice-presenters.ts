import { formatOptionalTimestamp, formatTimestamp } from '@svc/kernel';
import { invoiceNumber, type Invoice } from '../domain/invoice';
import type { InvoiceDetails } from '../persistence/invoice-reads';

export const presentInvoice = (invoice: Invoice, zone: string) => ({
  invoice_id: invoice.id,
  version: invoice.version,
  invoice_number: invoiceNumber(invoice.number),
  job_id: invoice.jobId,
  status: invoice.paidAt ? 'Paid' : 'Open',
  currency: invoice.currency,
  total_cents: invoice.totalCents,
  paid_cents: invoice.paidCents,
  created_at: formatTimestamp(invoice.createdAt, zone),
  updated_at: formatTimestamp(invoice.updatedAt, zone),
  paid_at: formatOptionalTimestamp(invoice.paidAt, zone),
});

/** An invoice with what was paid of it. */
export const presentInvoiceDetails = (invoice: InvoiceDetails, zone: string) => ({
  ...presentInvoice(invoice, zone),
  payments: invoice.payments.map((payment) => ({
    payment_id: payment.id,
    amount_cents: payment.amountCents,
    reference: payment.reference,
    recorded_at: formatTimestamp(payment.recordedAt, zone),
  })),
});
