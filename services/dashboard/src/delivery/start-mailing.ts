import { setTimeout as delay } from 'node:timers/promises';
import { startLoop, type Next } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { Registry } from 'prom-client';
import { nextSendAt } from '../domain/mail-retries';
import type { KeptMail, OutboxMail, OutboxMails } from '../persistence/outbox-mails';
import { isRefusedForGood, type SendMail } from './mail-server';
import { mailMetrics } from './metrics';

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
const factsOf = ({ id, kind, companyId, userId, eventId }: KeptMail) => ({
  mail_id: id,
  kind,
  company_id: companyId,
  user_id: userId ?? undefined,
  event_id: eventId,
});

/** Longer than sending one mail can take; after it another process may send the mail. */
const LEASE_MS = 5 * 60_000;
/** The launcher kills a process three seconds after SIGTERM. */
const STOP_WITHIN_MS = 2_000;

/**
 * Sends the mails of the outbox one by one, rotating between companies, so that a company with
 * thousands of mails does not delay another's password link.
 *
 * Replicas share mails by row locks and a lease. If a process is killed after the server accepted a
 * mail, it is sent again under the same Message-ID.
 */
export function startMailing({ mails, sendMail, now, log, metrics }: MailingSettings): Mailing {
  const outcomes = mailMetrics(metrics, mails);
  /** The company of the last mail; the next one is another company's. */
  let served = 0;

  async function send(mail: OutboxMail, by: SendMail): Promise<void> {
    const { attempts } = mail;
    const about = { ...factsOf(mail), attempts };
    try {
      await by(mail);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isRefused = isRefusedForGood(error);
      log.warn({ err: error, ...about, is_refused: isRefused }, 'mail not sent');
      outcomes.inc({ outcome: isRefused ? 'refused' : 'failed' });
      if (isRefused) return mails.markRefused(mail, now(), reason);
      return mails.postpone(mail, nextSendAt(attempts, now()), reason);
    }
    await mails.markSent(mail, now());
    outcomes.inc({ outcome: 'sent' });
    log.info(about, 'mail sent');
  }

  async function sendNext(by: SendMail): Promise<Next> {
    const at = now();
    const mail = await mails.claim(served, at, new Date(at.getTime() + LEASE_MS));
    if (!mail) return 'done';
    served = mail.companyId;
    await send(mail, by);
    return 'more';
  }

  async function logSome(): Promise<Next> {
    const some = await mails.takeUnlogged(now());
    for (const mail of some) log.info(factsOf(mail), 'mail kept, there is no SMTP_URL');
    return some.length > 0 ? 'more' : 'done';
  }

  async function attempt(): Promise<Next> {
    try {
      return await (sendMail ? sendNext(sendMail) : logSome());
    } catch (error) {
      log.warn({ err: error }, 'mails not read or marked, trying again');
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
