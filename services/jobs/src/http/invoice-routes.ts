import type Router from '@koa/router';
import { RECORD_READS } from '@svc/contracts';
import { adminRouter, created, found, privateRoute, serveRecords, written } from '@svc/http';
import type { JobsUseCases } from '../use-cases';
import { presentInvoice, presentInvoiceDetails } from './invoice-presenters';
import { createInvoiceBody, recordPaymentBody } from './invoice-schemas';

/** What the dashboard may do with invoices; the API has none. */
export const invoiceRoutes = (jobs: JobsUseCases): Router =>
  adminRouter()
    .post(
      '/jobs/:id/invoices',
      privateRoute({ body: createInvoiceBody }, async ({ id, body, caller }) => {
        const { currency, total_cents: totalCents } = body;
        const invoice = await jobs.createInvoice({ caller, jobId: id, currency, totalCents });
        return created('Invoice created.', presentInvoice(invoice, caller.zone));
      }),
    )
    .get(
      '/invoices/:id',
      privateRoute({}, async ({ id, caller }) =>
        found(presentInvoiceDetails(await jobs.getInvoice(caller.companyId, id), caller.zone)),
      ),
    )
    .post(
      '/invoices/:id/payments',
      privateRoute({ body: recordPaymentBody }, async ({ id, body, caller }) => {
        const invoice = await jobs.recordPayment({
          caller,
          invoiceId: id,
          amountCents: body.amount_cents,
          reference: body.reference ?? null,
        });
        return written('Payment recorded.', presentInvoice(invoice, caller.zone));
      }),
    );

/** What other services may ask of invoices. */
export const invoiceRecords = (jobs: JobsUseCases): Router =>
  serveRecords(RECORD_READS.invoices, {
    async byIds(ids, { companyId, zone }) {
      const invoices = await jobs.getInvoices(companyId, ids);
      return invoices.map((invoice) => ({
        id: invoice.id,
        version: invoice.version,
        object: presentInvoice(invoice, zone),
      }));
    },
  });
