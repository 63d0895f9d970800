import { defineResponse } from '@svc/http';
import { formatInvoiceNumber, type Invoice, type Payment } from '../domain/invoice';
import type { InvoiceDetails, Sum } from '../persistence/invoices';
import type { InvoiceSums } from '../use-cases/invoices';

export const invoiceResponse = defineResponse((invoice: Invoice, { zone }, show) => ({
  invoice_id: show.id(invoice.id),
  version: show.version(invoice.version),
  invoice_number: show.text(formatInvoiceNumber(invoice.number)),
  job_id: show.id(invoice.jobId),
  status: show.oneOf(['Open', 'Paid'], invoice.paidAt ? 'Paid' : 'Open'),
  currency: show.text(invoice.currency),
  total_cents: show.count(invoice.totalCents),
  paid_cents: show.count(invoice.paidCents),
  created_at: show.timestamp(invoice.createdAt, zone),
  updated_at: show.timestamp(invoice.updatedAt, zone),
  paid_at: show.optionalTimestamp(invoice.paidAt, zone),
}));

const paymentResponse = defineResponse((payment: Payment, { zone }, show) => ({
  payment_id: show.id(payment.id),
  amount_cents: show.count(payment.amountCents),
  reference: show.optionalText(payment.reference),
  recorded_at: show.timestamp(payment.recordedAt, zone),
}));

export const invoiceDetailsResponse = defineResponse((invoice: InvoiceDetails, view, show) => ({
  ...invoiceResponse.declare(invoice, view, show),
  payments: show.list(paymentResponse, invoice.payments, view),
}));

const sumResponse = defineResponse((sum: Sum, _view, show) => ({
  currency: show.text(sum.currency),
  cents: show.count(sum.cents),
}));

export const invoiceSumsResponse = defineResponse((sums: InvoiceSums, view, show) => ({
  unpaid: show.list(sumResponse, sums.unpaid, view),
  paid_this_week: show.list(sumResponse, sums.paidThisWeek, view),
}));
