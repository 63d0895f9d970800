import type Router from '@koa/router';
import { RECORD_READS } from '@svc/contracts';
import {
  adminRouter,
  created,
  fields,
  found,
  listRoute,
  privateRoute,
  serveRecords,
  viewOf,
  written,
} from '@svc/http';
import type { JobsUseCases } from '../use-cases';
import { invoiceAnswer, invoiceDetailsAnswer } from './invoice-answers';
import { createInvoiceBody, recordPaymentBody } from './invoice-schemas';

export const invoiceRoutes = (jobs: JobsUseCases): Router =>
  adminRouter()
    .post(
      '/jobs/:id/invoices',
      privateRoute({ body: createInvoiceBody }, async ({ id, body, caller }) => {
        const invoice = await jobs.createInvoice({
          caller,
          wanted: { jobId: id, currency: body.currency, totalCents: body.total_cents },
          idempotencyKey: body.idempotency_key,
        });
        return created('Invoice created.', invoiceAnswer.present(invoice, viewOf(caller)));
      }),
    )
    .get(
      '/jobs/:id/invoices',
      listRoute(fields.pageQuery, invoiceDetailsAnswer, ({ id, caller }, page) =>
        jobs.listJobInvoices(caller.companyId, id, page),
      ),
    )
    .get(
      '/invoices/:id',
      privateRoute({}, async ({ id, caller }) => {
        const invoice = await jobs.getInvoice(caller.companyId, id);
        return found(invoiceDetailsAnswer.present(invoice, viewOf(caller)));
      }),
    )
    .post(
      '/invoices/:id/payments',
      privateRoute({ body: recordPaymentBody }, async ({ id, body, caller }) => {
        const invoice = await jobs.recordPayment({
          caller,
          invoiceId: id,
          payment: {
            amountCents: body.amount_cents,
            reference: body.reference ?? null,
            idempotencyKey: body.idempotency_key,
          },
        });
        return written('Payment recorded.', invoiceAnswer.present(invoice, viewOf(caller)));
      }),
    );

export const invoiceRecords = (jobs: JobsUseCases): Router =>
  serveRecords(RECORD_READS.invoices, {
    shown: invoiceAnswer,
    find: jobs.getInvoices,
  });
