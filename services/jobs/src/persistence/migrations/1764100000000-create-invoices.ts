import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nothing here is ever deleted: it is what the company's books rest on. */
export class CreateInvoices1764100000000 implements MigrationInterface {
  readonly name = 'CreateInvoices1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table invoice_counters (
        company_id bigint not null,
        last bigint not null,
        constraint invoice_counters_pkey primary key (company_id)
      );

      create table invoices (
        id bigint generated always as identity,
        company_id bigint not null,
        number bigint not null,
        job_id bigint not null,
        version integer not null,
        currency text not null,
        total_cents bigint not null,
        paid_cents bigint not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        paid_at timestamptz,
        constraint invoices_pkey primary key (company_id, id),
        constraint invoices_number_key unique (company_id, number),
        constraint invoices_job_fkey foreign key (company_id, job_id) references jobs,
        constraint invoices_total_check check (total_cents > 0),
        constraint invoices_paid_check check (paid_cents between 0 and total_cents),
        constraint invoices_paid_at_check check ((paid_at is not null) = (paid_cents = total_cents))
      );

      create table invoice_payments (
        id bigint generated always as identity,
        company_id bigint not null,
        invoice_id bigint not null,
        amount_cents bigint not null,
        reference text,
        recorded_at timestamptz not null,
        actor text not null,
        constraint invoice_payments_pkey primary key (company_id, invoice_id, id),
        constraint invoice_payments_invoice_fkey
          foreign key (company_id, invoice_id) references invoices,
        constraint invoice_payments_amount_check check (amount_cents > 0)
      );

      create function refuse_payment_change() returns trigger language plpgsql as $$
      begin
        raise exception 'Payments are append-only: % is refused.', lower(tg_op);
      end $$;

      create trigger keep_payments before update or delete or truncate on invoice_payments
        for each statement execute function refuse_payment_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table invoice_payments, invoices, invoice_counters;
      drop function refuse_payment_change;
    `);
  }
}
