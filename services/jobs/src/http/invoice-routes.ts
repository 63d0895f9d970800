import type Router from '@koa/router';
import { RECORD_READS } from '@svc/contracts';
import {
  createAdminRouter,
  created,
  createListRoute,
  createPrivateRoute,
  createRecordRoute,
  fields,
  serveRecords,
  written,
} from '@svc/http';
import type { JobsUseCases } from '../use-cases';
import { invoiceDetailsResponse, invoiceResponse, invoiceSumsResponse } from './invoice-responses';

export const invoiceRoutes = (jobs: JobsUseCases): Router =>
  createAdminRouter()
    .post(
      '/jobs/:id/invoices',
      createPrivateRoute({ body: createInvoiceBody }, async ({ id, body, caller, view }) => {
        const invoice = await jobs.createInvoice({
          caller,
          charge: { jobId: id, currency: body.currency, totalCents: body.total_cents },
          idempotencyKey: body.idempotency_key,
        });
        return created('Invoice created.', invoiceResponse.present(invoice, view));
      }),
    )
    .get(
      '/jobs/:id/invoices',
      createListRoute(fields.pageQuery, invoiceDetailsResponse, ({ id, caller }, page) =>
        jobs.listJobInvoices(caller.companyId, id, page),
      ),
    )
    .get(
      '/invoice-sums',
      createRecordRoute(invoiceSumsResponse, ({ caller }) => jobs.sumInvoices(caller)),
    )
    .get(
      '/invoices/:id',
      createRecordRoute(invoiceDetailsResponse, ({ id, caller }) =>
        jobs.getInvoice(caller.companyId, id),
      ),
    )
    .post(
      '/invoices/:id/payments',
      createPrivateRoute({ body: recordPaymentBody }, async ({ id, body, caller, view }) => {
        const invoice = await jobs.recordPayment({
          caller,
          invoiceId: id,
          payment: {
            amountCents: body.amount_cents,
            reference: body.reference ?? null,
            idempotencyKey: body.idempotency_key,
          },
        });
        return written('Payment recorded.', invoiceResponse.present(invoice, view));
      }),
    );

export const invoiceRecords = (jobs: JobsUseCases): Router =>
  serveRecords(RECORD_READS.invoices, {
    response: invoiceResponse,
    find: jobs.getInvoices,
  });

/** The limit of every sum of money in the API. */
const MAX_CENTS = 999_999_999;
const cents = () => fields.integer(1, MAX_CENTS);

const createInvoiceBody = fields.object({
  total_cents: cents().required(),
  currency: fields
    .text()
    .pattern(/^[A-Z]{3}$/, 'ISO 4217')
    .default('USD'),
  idempotency_key: fields.text(),
});

const recordPaymentBody = fields.object({
  amount_cents: cents().required(),
  reference: fields.optionalText(),
  idempotency_key: fields.text(),
});
