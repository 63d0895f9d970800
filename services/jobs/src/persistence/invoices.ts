import {
  anyInArray,
  columnValues,
  createRun,
  isUniqueViolation,
  readListPage,
  selectList,
  statement,
  type Columns,
  type ListPage,
  type Run,
} from '@svc/database';
import { requireFound } from '@svc/contracts';
import type { Page } from '@svc/kernel';
import type { EntityManager } from 'typeorm';
import {
  createInvoiceKeyReusedError,
  type Invoice,
  type NewInvoice,
  type NewPayment,
  type Payment,
} from '../domain/invoice';

const INVOICE_COLUMNS = selectList({
  id: 'id',
  companyId: 'company_id',
  number: 'number',
  jobId: 'job_id',
  version: 'version',
  currency: 'currency',
  totalCents: 'total_cents',
  paidCents: 'paid_cents',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  paidAt: 'paid_at',
} satisfies Columns<keyof Invoice>);

export interface InvoiceDetails extends Invoice {
  readonly payments: readonly Payment[];
}

const FIND_SOME = statement<{ companyId: number; ids: readonly number[] }, Invoice>()(
  'find_invoices',
  `select ${INVOICE_COLUMNS} from invoices where company_id = :companyId and id = any(:ids)`,
);

const PAYMENTS = statement<
  { companyId: number; invoiceIds: readonly number[] },
  Payment & { readonly invoiceId: number }
>()(
  'find_payments',
  `select invoice_id as "invoiceId", id, amount_cents as "amountCents", reference,
     recorded_at as "recordedAt"
   from invoice_payments
   where company_id = :companyId and invoice_id = ${anyInArray(':invoiceIds')} order by id`,
);

export interface Sum {
  /** ISO 4217. */
  readonly currency: string;
  readonly cents: number;
}

const UNPAID = statement<{ companyId: number }, Sum>()(
  'sum_unpaid_invoices',
  `select currency, sum(total_cents - paid_cents)::bigint as cents from invoices
   where company_id = :companyId and paid_at is null group by currency order by cents desc`,
);

const PAID_SINCE = statement<{ companyId: number; from: Date }, Sum>()(
  'sum_payments_since',
  `select currency, sum(amount_cents)::bigint as cents
   from invoice_payments payment
   join invoices invoice
     on invoice.company_id = payment.company_id and invoice.id = payment.invoice_id
   where payment.company_id = :companyId and recorded_at >= :from
   group by currency order by cents desc`,
);

export const createInvoiceReads = (run: Run) => ({
  sumUnpaid: (companyId: number): Promise<Sum[]> => run(UNPAID, { companyId }),

  sumPaidSince: (companyId: number, from: Date): Promise<Sum[]> =>
    run(PAID_SINCE, { companyId, from }),

  async find(companyId: number, id: number): Promise<InvoiceDetails> {
    const [[invoice], payments] = await Promise.all([
      run(FIND_SOME, { companyId, ids: [id] }),
      run(PAYMENTS, { companyId, invoiceIds: [id] }),
    ]);
    return { ...requireFound(invoice, 'Invoice'), payments };
  },

  findSome: (companyId: number, ids: readonly number[]): Promise<Invoice[]> =>
    run(FIND_SOME, { companyId, ids }),

  async listForJob(
    companyId: number,
    jobId: number,
    page: Page,
  ): Promise<ListPage<InvoiceDetails>> {
    const { rows: invoices, total } = await readListPage<Invoice>(
      run,
      {
        name: 'invoices_of_job',
        table: 'invoices invoice',
        columns: INVOICE_COLUMNS,
        owner: { company_id: companyId, job_id: jobId },
        where: [],
        order: 'invoice.id desc',
      },
      page,
    );
    const invoiceIds = invoices.map(({ id }) => id);
    const payments = invoiceIds.length === 0 ? [] : await run(PAYMENTS, { companyId, invoiceIds });
    const rows = invoices.map((invoice) => ({
      ...invoice,
      payments: payments.filter(({ invoiceId }) => invoiceId === invoice.id),
    }));
    return { rows, total };
  },
});

interface CreatedInvoice extends NewInvoice {
  readonly idempotencyKey: string | undefined;
}

// The counter's row stays locked until the transaction ends, so that no number is skipped.
const ADD = statement<CreatedInvoice, Invoice>()(
  'add_invoice',
  `with counter as (
     insert into invoice_counters as counter (company_id, last) values (:companyId, 1)
     on conflict (company_id) do update set last = counter.last + 1
     returning last
   )
   insert into invoices (company_id, number, job_id, version, currency, total_cents, paid_cents,
     created_at, updated_at, paid_at, idempotency_key)
   select :companyId, last, :jobId, :version, :currency, :totalCents, :paidCents, :createdAt,
     :updatedAt, :paidAt, :idempotencyKey
   from counter
   returning ${INVOICE_COLUMNS}`,
);

const FIND_BY_KEY = statement<{ companyId: number; idempotencyKey: string }, Invoice>()(
  'find_invoice_by_key',
  `select ${INVOICE_COLUMNS} from invoices
   where company_id = :companyId and idempotency_key = :idempotencyKey`,
);

const LOCK = statement<{ companyId: number; id: number }, Invoice>()(
  'lock_invoice',
  `select ${INVOICE_COLUMNS} from invoices where company_id = :companyId and id = :id for update`,
);

const FIND_PAYMENT = statement<
  Pick<Invoice, 'companyId' | 'id'> & { idempotencyKey: string },
  Pick<Payment, 'amountCents' | 'reference'>
>()(
  'find_payment_by_key',
  `select amount_cents as "amountCents", reference from invoice_payments
   where company_id = :companyId and invoice_id = :id and idempotency_key = :idempotencyKey`,
);

export interface RecordedPayment extends NewPayment {
  readonly actor: string;
}

const PAY = statement<
  Pick<Invoice, 'companyId' | 'id' | 'version' | 'paidCents' | 'updatedAt' | 'paidAt'> &
    RecordedPayment
>()(
  'pay_invoice',
  `with payment as (
     insert into invoice_payments ${columnValues({
       company_id: ':companyId',
       invoice_id: ':id',
       amount_cents: ':amountCents',
       reference: ':reference',
       recorded_at: ':updatedAt',
       actor: ':actor',
       idempotency_key: ':idempotencyKey',
     })}
   )
   update invoices set version = :version, paid_cents = :paidCents, updated_at = :updatedAt,
     paid_at = :paidAt
   where company_id = :companyId and id = :id`,
);

export const createInvoiceRepository = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    async add(invoice: CreatedInvoice): Promise<Invoice> {
      try {
        const [added] = await run(ADD, invoice);
        if (!added) throw new Error('The invoice counter returned no number.');
        return added;
      } catch (error) {
        throw isUniqueViolation(error, 'invoices_idempotency_key')
          ? createInvoiceKeyReusedError()
          : error;
      }
    },

    async findByKey(companyId: number, idempotencyKey: string): Promise<Invoice | undefined> {
      const [invoice] = await run(FIND_BY_KEY, { companyId, idempotencyKey });
      return invoice;
    },

    async lock(companyId: number, id: number): Promise<Invoice> {
      const [invoice] = await run(LOCK, { companyId, id });
      return requireFound(invoice, 'Invoice');
    },

    async findPayment({ companyId, id }: Invoice, idempotencyKey: string) {
      const [payment] = await run(FIND_PAYMENT, { companyId, id, idempotencyKey });
      return payment;
    },

    async pay(after: Invoice, payment: RecordedPayment): Promise<void> {
      const { amountCents, reference, actor, idempotencyKey } = payment;
      await run(PAY, { ...after, amountCents, reference, actor, idempotencyKey });
    },
  };
};
