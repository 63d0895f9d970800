import type Router from '@koa/router';
import { created, found, written } from '@svc/http';
import type { JobDeletionAnswer } from '../../contract/jobs';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personListRoute, personRoute } from './person-routes';
import { jobsQuery, newInvoiceBody, newPaymentBody, pageQuery, requirementsBody } from './schemas';

const deletion = (id: number, deleted: boolean): JobDeletionAnswer => ({ job_id: id, deleted });

/** What people see and do of jobs beyond the API's operations. */
export const jobRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/jobs',
      personListRoute('records', jobsQuery, ({ query, ...asker }, page) =>
        dashboard.listJobs(asker, query, page),
      ),
    )
    .get(
      '/jobs/:id',
      personRoute('records', {}, async ({ id, ...asker }) =>
        found(await dashboard.getJob(asker, id)),
      ),
    )
    .get(
      '/jobs/:id/history',
      personListRoute('records', pageQuery, ({ id, ...asker }, page) =>
        dashboard.listJobHistory(asker, id, page),
      ),
    )
    .get(
      '/jobs/:id/reservation',
      personRoute('records', {}, async ({ id, ...asker }) =>
        found((await dashboard.getReservation(asker, id)) ?? null),
      ),
    )
    .put(
      '/jobs/:id/requirements',
      personRoute('records', { body: requirementsBody }, async ({ id, body, ...asker }) =>
        written('Job updated.', await dashboard.changeRequirements(asker, id, body)),
      ),
    )
    .post(
      '/jobs/:id/delete',
      personRoute('records', {}, async ({ id, ...asker }) => {
        await dashboard.deleteJob(asker, id);
        return written('Job deleted.', deletion(id, true));
      }),
    )
    .post(
      '/jobs/:id/restore',
      personRoute('records', {}, async ({ id, ...asker }) => {
        await dashboard.restoreJob(asker, id);
        return written('Job restored.', deletion(id, false));
      }),
    );

/** The invoices of jobs, and what was paid of them. */
export const invoiceRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/jobs/:id/invoices',
      personListRoute('records', pageQuery, ({ id, ...asker }, page) =>
        dashboard.listInvoices(asker, id, page),
      ),
    )
    .post(
      '/jobs/:id/invoices',
      personRoute('records', { body: newInvoiceBody }, async ({ id, body, ...asker }) =>
        created('Invoice created.', await dashboard.createInvoice(asker, id, body)),
      ),
    )
    .post(
      '/invoices/:id/payments',
      personRoute('records', { body: newPaymentBody }, async ({ id, body, ...asker }) =>
        written('Payment recorded.', await dashboard.recordPayment(asker, id, body)),
      ),
    );
