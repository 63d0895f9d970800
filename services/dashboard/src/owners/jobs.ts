import type { Page } from '@svc/kernel';
import type {
  InvoiceAnswer,
  JobAnswer,
  JobsQuery,
  ListedInvoiceAnswer,
  ListedJobAnswer,
  NewInvoiceBody,
  NewPaymentBody,
  ReservationAnswer,
} from '../../contract/jobs';
import type { JobsOfTodayAnswer } from '../../contract/overview';
import type { ScheduledJobsAnswer, ScheduleQuery } from '../../contract/schedule';
import type { HistoryEntry } from './history';
import { listFrom, pageQuery, type Listed } from './list-from';
import type { Asker, OwnerCall, Owners } from './owners';

/** Jobs, their history and their invoices, of which the jobs context is the owner. */
export const jobsOf = (owners: Owners) => {
  const list = listFrom(owners, 'jobs');

  const ask = async <Data>(asker: Asker, call: OwnerCall): Promise<Data> =>
    (await owners.admin<Data>(asker, 'jobs', call)).data;

  const post = <Data>(asker: Asker, path: string, body: object = {}): Promise<Data> =>
    ask<Data>(asker, { method: 'POST', path, body });

  return {
    list: (
      asker: Asker,
      { status, priority, assigned_technician_id, deleted, unassigned, scheduled_on }: JobsQuery,
      page: Page,
    ): Promise<Listed<ListedJobAnswer>> => {
      const filter = {
        status,
        priority,
        assigned_technician_id,
        deleted,
        unassigned,
        scheduled_on,
      };
      return list(asker, '/jobs', { ...filter, ...pageQuery(page) });
    },

    /** Those of some days, and those that wait for a technician. */
    schedule: (asker: Asker, { from, days }: ScheduleQuery): Promise<ScheduledJobsAnswer> =>
      ask(asker, { method: 'GET', path: `/dashboard/schedule?from=${from}&days=${days}` }),

    countOfToday: (asker: Asker): Promise<JobsOfTodayAnswer> =>
      ask(asker, { method: 'GET', path: '/dashboard/today' }),

    /** Deleted or not. @throws not_found */
    find: (asker: Asker, id: number): Promise<JobAnswer> =>
      ask(asker, { method: 'GET', path: `/jobs/${id}` }),

    /** @throws not_found */
    history: (asker: Asker, id: number, page: Page): Promise<Listed<HistoryEntry>> =>
      list(asker, `/jobs/${id}/history`, pageQuery(page)),

    /** @throws not_found */
    invoices: (asker: Asker, id: number, page: Page): Promise<Listed<ListedInvoiceAnswer>> =>
      list(asker, `/jobs/${id}/invoices`, pageQuery(page)),

    /** `body` is checked by the owner. @throws not_found; conflict at another version than the expected one */
    changeRequirements: (asker: Asker, id: number, body: object): Promise<JobAnswer> =>
      ask(asker, { method: 'PUT', path: `/jobs/${id}/requirements`, body }),

    /** @throws not_found for a deleted job, too; idempotency_key_reused for another invoice under its key */
    createInvoice: (asker: Asker, id: number, body: NewInvoiceBody): Promise<InvoiceAnswer> =>
      post(asker, `/jobs/${id}/invoices`, body),

    /** @throws not_found; idempotency_key_reused for another payment under its key */
    recordPayment: (asker: Asker, id: number, body: NewPaymentBody): Promise<InvoiceAnswer> =>
      post(asker, `/invoices/${id}/payments`, body),

    /** @throws not_found */
    async remove(asker: Asker, id: number): Promise<void> {
      await post(asker, `/jobs/${id}/delete`);
    },

    /** @throws not_found */
    async restore(asker: Asker, id: number): Promise<void> {
      await post(asker, `/jobs/${id}/restore`);
    },

    /** What inventory holds for a job; undefined where it knows of no parts. */
    async reservation(asker: Asker, id: number): Promise<ReservationAnswer | undefined> {
      const path = `/reservations?job_id=${id}`;
      const call = { method: 'GET', path } as const;
      const { data } = await owners.admin<ReservationAnswer[]>(asker, 'inventory', call);
      return data[0];
    },
  };
};

export type Jobs = ReturnType<typeof jobsOf>;
