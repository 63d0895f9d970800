import { columnValues, createDeletion, createRun, statement, type NoValues } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';

export interface NewMail {
  readonly companyId: number;
  /** Null for an invited person. */
  readonly userId: number | null;
  readonly eventId: string;
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

export interface MailSummary extends Pick<NewMail, 'companyId' | 'userId' | 'eventId' | 'kind'> {
  readonly id: number;
}

/** `attempts` includes the current one. */
export interface OutboxMail extends NewMail, MailSummary {
  readonly attempts: number;
}

const SUMMARY_COLUMNS =
  'id, company_id as "companyId", user_id as "userId", event_id as "eventId", kind';

const ADD = statement<NewMail & { at: Date }>()(
  'add_outbox_mail',
  `insert into outbox_mails ${columnValues({
    company_id: ':companyId',
    user_id: ':userId',
    event_id: ':eventId',
    kind: ':kind',
    recipient: ':recipient',
    subject: ':subject',
    body: ':body',
    created_at: ':at',
    due_at: ':at',
  })} on conflict do nothing`,
);

const WAITING = 'sent_at is null and refused_at is null';

// The recursion steps from company to company and reads no other mails.
const CLAIM = statement<{ after: number; at: Date; leaseEndsAt: Date }, OutboxMail>()(
  'claim_outbox_mail_of_next',
  `with recursive company (id) as (
     (select company_id from outbox_mails where ${WAITING} and company_id > :after
      order by company_id limit 1)
     union all
     select (select company_id from outbox_mails where ${WAITING} and company_id > company.id
             order by company_id limit 1)
     from company where company.id is not null),
   next as (
     select due.company_id, due.id from company cross join lateral (
       select company_id, id from outbox_mails
       where ${WAITING} and company_id = company.id and due_at <= :at
       order by due_at, id limit 1 for update skip locked) as due
     limit 1)
   update outbox_mails set attempts = attempts + 1, due_at = :leaseEndsAt
   where (company_id, id) = (select company_id, id from next)
   returning ${SUMMARY_COLUMNS}, recipient, subject, body, attempts`,
);

// After its lease a mail may have been claimed again: `attempts` identifies the claim.
const IS_CLAIMED =
  'company_id = :companyId and id = :id and attempts = :attempts and sent_at is null';

type ClaimedMail = Pick<OutboxMail, 'companyId' | 'id' | 'attempts'>;

const MARK_SENT = statement<ClaimedMail & { at: Date }>()(
  'mark_mail_sent',
  `update outbox_mails set sent_at = :at, last_error = null where ${IS_CLAIMED}`,
);

const POSTPONE = statement<ClaimedMail & { until: Date; error: string }>()(
  'postpone_mail',
  `update outbox_mails set due_at = :until, last_error = :error where ${IS_CLAIMED}`,
);

const MARK_REFUSED = statement<ClaimedMail & { at: Date; error: string }>()(
  'mark_mail_refused',
  `update outbox_mails set refused_at = :at, last_error = :error where ${IS_CLAIMED}`,
);

const TAKE_UNLOGGED = statement<{ at: Date }, MailSummary>()(
  'take_unlogged_mails',
  `update outbox_mails set logged_at = :at
   where (company_id, id) in (
     select company_id, id from outbox_mails
     where ${WAITING} and logged_at is null
     order by due_at, id limit 100 for update skip locked)
   returning ${SUMMARY_COLUMNS}`,
);

const COUNT_WAITING = statement<NoValues, { waiting: number }>()(
  'count_waiting_mails',
  `select count(*) as waiting from outbox_mails where ${WAITING}`,
);

export const deleteOldMails = createDeletion({
  table: 'outbox_mails',
  key: 'company_id, id',
  keptFor: { created_at: '30 days' },
});

export const createOutboxMails = (db: DataSource | EntityManager) => {
  const run = createRun(db);
  return {
    async add(mail: NewMail, at: Date): Promise<void> {
      await run(ADD, { ...mail, at });
    },

    /**
     * Claims the oldest due mail of the next company after `after` (0: any). It is due again when
     * the lease ends.
     */
    async claim(after: number, at: Date, leaseEndsAt: Date): Promise<OutboxMail | undefined> {
      const [mail] = await run(CLAIM, { after, at, leaseEndsAt });
      if (mail || after === 0) return mail;
      const [first] = await run(CLAIM, { after: 0, at, leaseEndsAt });
      return first;
    },

    async markSent(mail: OutboxMail, at: Date): Promise<void> {
      await run(MARK_SENT, { ...mail, at });
    },

    async postpone(mail: OutboxMail, until: Date, error: string): Promise<void> {
      await run(POSTPONE, { ...mail, until, error });
    },

    async markRefused(mail: OutboxMail, at: Date, error: string): Promise<void> {
      await run(MARK_REFUSED, { ...mail, at, error });
    },

    /** Marks up to 100 waiting mails as logged and returns them. */
    takeUnlogged: (at: Date): Promise<MailSummary[]> => run(TAKE_UNLOGGED, { at }),

    async countWaiting(): Promise<number> {
      const [row] = await run(COUNT_WAITING);
      return row?.waiting ?? 0;
    },
  };
};

export type OutboxMails = ReturnType<typeof createOutboxMails>;
