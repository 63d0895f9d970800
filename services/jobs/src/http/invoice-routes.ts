import type Router from '@koa/router';
import { RECORD_READS } from '@svc/contracts';
import {
  createAdminRouter,
  created,
  fields,
  found,
  createListRoute,
  createPrivateRoute,
  serveRecords,
  toView,
  written,
} from '@svc/http';
import type { JobsUseCases } from '../use-cases';
import { invoiceAnswer, invoiceDetailsAnswer } from './invoice-answers';
import { createInvoiceBody, recordPaymentBody } from './invoice-schemas';

export const invoiceRoutes = (jobs: JobsUseCases): Router =>
  createAdminRouter()
    .post(
      '/jobs/:id/invoices',
      createPrivateRoute({ body: createInvoiceBody }, async ({ id, body, caller }) => {
        const invoice = await jobs.createInvoice({
          caller,
          wanted: { jobId: id, currency: body.currency, totalCents: body.total_cents },
          idempotencyKey: body.idempotency_key,
        });
        return created('Invoice created.', invoiceAnswer.present(invoice, toView(caller)));
      }),
    )
    .get(
      '/jobs/:id/invoices',
      createListRoute(fields.pageQuery, invoiceDetailsAnswer, ({ id, caller }, page) =>
        jobs.listJobInvoices(caller.companyId, id, page),
      ),
    )
    .get(
      '/invoices/:id',
      createPrivateRoute({}, async ({ id, caller }) => {
        const invoice = await jobs.getInvoice(caller.companyId, id);
        return found(invoiceDetailsAnswer.present(invoice, toView(caller)));
      }),
    )
    .post(
      '/invoices/:id/payments',
      createPrivateRoute({ body: recordPaymentBody }, async ({ id, body, caller }) => {
        const invoice = await jobs.recordPayment({
          caller,
          invoiceId: id,
          payment: {
            amountCents: body.amount_cents,
            reference: body.reference ?? null,
            idempotencyKey: body.idempotency_key,
          },
        });
        return written('Payment recorded.', invoiceAnswer.present(invoice, toView(caller)));
      }),
    );

export const invoiceRecords = (jobs: JobsUseCases): Router =>
  serveRecords(RECORD_READS.invoices, {
    response: invoiceAnswer,
    find: jobs.getInvoices,
  });
