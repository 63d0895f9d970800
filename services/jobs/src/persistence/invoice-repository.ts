import { DomainError } from '@svc/contracts';
import { runOn, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { Invoice, NewInvoice, Payment } from '../domain/invoice';
import { INVOICE_COLUMNS } from './invoice-columns';

// The counter's row is held until the transaction ends, so that no number is ever left out.
const ADD = statement(
  'add_invoice',
  `with counter as (
     insert into invoice_counters as counter (company_id, last) values ($1, 1)
     on conflict (company_id) do update set last = counter.last + 1
     returning last
   )
   insert into invoices (company_id, number, job_id, version, currency, total_cents, paid_cents,
     created_at, updated_at, paid_at)
   select $1, last, $2, $3, $4, $5, $6, $7, $8, $9 from counter
   returning ${INVOICE_COLUMNS}`,
);

const LOCK = statement(
  'lock_invoice',
  `select ${INVOICE_COLUMNS} from invoices where company_id = $1 and id = $2 for update`,
);

const PAY = statement(
  'pay_invoice',
  `with payment as (
     insert into invoice_payments
       (company_id, invoice_id, amount_cents, reference, recorded_at, actor)
     values ($1, $2, $7, $8, $5, $9)
   )
   update invoices set version = $3, paid_cents = $4, updated_at = $5, paid_at = $6
   where company_id = $1 and id = $2`,
);

/** A payment to be recorded, and who does so. */
export interface RecordedPayment extends Pick<Payment, 'amountCents' | 'reference'> {
  readonly actor: string;
}

/** Invoices inside a transaction. */
export const invoiceRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    /** Gives the invoice its id and the company's next number. */
    async add(invoice: NewInvoice): Promise<Invoice> {
      const [added] = await run<Invoice>(ADD, [
        invoice.companyId,
        invoice.jobId,
        invoice.version,
        invoice.currency,
        invoice.totalCents,
        invoice.paidCents,
        invoice.createdAt,
        invoice.updatedAt,
        invoice.paidAt,
      ]);
      if (!added) throw new Error('The counter of invoices answered no number.');
      return added;
    },

    /** The company's invoice, locked until the transaction ends. */
    async lock(companyId: number, id: number): Promise<Invoice> {
      const [invoice] = await run<Invoice>(LOCK, [companyId, id]);
      if (!invoice) throw new DomainError('not_found', 'Invoice not found.');
      return invoice;
    },

    /** Writes a payment and the invoice after it. */
    async pay(after: Invoice, { amountCents, reference, actor }: RecordedPayment): Promise<void> {
      await run(PAY, [
        after.companyId,
        after.id,
        after.version,
        after.paidCents,
        after.updatedAt,
        after.paidAt,
        amountCents,
        reference,
        actor,
      ]);
    },
  };
};

export type InvoiceRepository = ReturnType<typeof invoiceRepository>;
