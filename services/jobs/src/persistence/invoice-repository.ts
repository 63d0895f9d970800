import { requireFound } from '@svc/contracts';
import { columnValues, createRun, statement, isUniqueViolation } from '@svc/database';
import type { EntityManager } from 'typeorm';
import {
  invoiceKeyReused,
  type Invoice,
  type NewInvoice,
  type NewPayment,
  type Payment,
} from '../domain/invoice';
import { INVOICE_COLUMNS } from './invoice-columns';

// The counter's row stays locked until the transaction ends, so that no number is skipped.
interface CreatedInvoice extends NewInvoice {
  readonly idempotencyKey: string | undefined;
}

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

export const invoiceRepository = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    async add(invoice: CreatedInvoice): Promise<Invoice> {
      try {
        const [added] = await run(ADD, invoice);
        if (!added) throw new Error('The counter of invoices answered no number.');
        return added;
      } catch (error) {
        throw isUniqueViolation(error, 'invoices_idempotency_key') ? invoiceKeyReused() : error;
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

export type InvoiceRepository = ReturnType<typeof invoiceRepository>;
