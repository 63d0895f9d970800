import { setTimeout as delay } from 'node:timers/promises';
import { startLoop, type LoopResult } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { Registry } from 'prom-client';
import { getNextAttemptAt } from '../domain/mail-retries';
import type { MailSummary, OutboxMail, OutboxMails } from '../persistence/outbox-mails';
import { isPermanentlyRejected, type SendMail } from './mail-server';
import { createMailMetrics } from './metrics';

export interface MailingSettings {
  readonly mails: OutboxMails;
  /** If undefined, mails stay in the outbox and are logged once. */
  readonly sendMail: SendMail | undefined;
  readonly now: () => Date;
  readonly log: Logger;
  readonly metrics: Registry;
}

export interface Mailing {
  /** Call after each commit; extra calls are harmless. */
  wake(): void;
  stop(): Promise<void>;
}

const POLL_MS = 5_000;
/** A recipient and a text must not reach the log. */
const describeMail = ({ id, kind, companyId, userId, eventId }: MailSummary) => ({
  mail_id: id,
  kind,
  company_id: companyId,
  user_id: userId ?? undefined,
  event_id: eventId,
});

/** Longer than sending one mail takes; then another process may send it. */
const LEASE_MS = 5 * 60_000;
/** The launcher kills a process three seconds after SIGTERM. */
const STOP_WITHIN_MS = 2_000;

/**
 * Sends the outbox mail by mail, rotating between companies, so that thousands of mails of one do
 * not delay another's password link.
 *
 * Replicas share mails by leases. A process that is killed after the server accepted a mail leaves
 * it to be sent again under the same Message-ID.
 */
export function startMailing({ mails, sendMail, now, log, metrics }: MailingSettings): Mailing {
  const outcomes = createMailMetrics(metrics, mails);
  let lastCompanyId = 0;

  async function send(mail: OutboxMail, by: SendMail): Promise<void> {
    const { attempts } = mail;
    const about = { ...describeMail(mail), attempts };
    try {
      await by(mail);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isRefused = isPermanentlyRejected(error);
      log.warn({ err: error, ...about, is_refused: isRefused }, 'mail not sent');
      outcomes.inc({ outcome: isRefused ? 'refused' : 'failed' });
      if (isRefused) return mails.markRefused(mail, now(), reason);
      return mails.postpone(mail, getNextAttemptAt(attempts, now()), reason);
    }
    await mails.markSent(mail, now());
    outcomes.inc({ outcome: 'sent' });
    log.info(about, 'mail sent');
  }

  async function sendNext(by: SendMail): Promise<LoopResult> {
    const at = now();
    const mail = await mails.claim(lastCompanyId, at, new Date(at.getTime() + LEASE_MS));
    if (!mail) return 'done';
    lastCompanyId = mail.companyId;
    await send(mail, by);
    return 'more';
  }

  async function logSome(): Promise<LoopResult> {
    const some = await mails.takeUnlogged(now());
    for (const mail of some) log.info(describeMail(mail), 'mail not sent: SMTP_URL is not set');
    return some.length > 0 ? 'more' : 'done';
  }

  async function attempt(): Promise<LoopResult> {
    try {
      return await (sendMail ? sendNext(sendMail) : logSome());
    } catch (error) {
      log.warn({ err: error }, 'reading or updating the mail outbox failed; will retry');
      return 'done';
    }
  }

  const loop = startLoop({ work: attempt, pollMs: POLL_MS });
  return {
    wake: loop.wake,

    async stop() {
      await Promise.race([loop.stop(), delay(STOP_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}
