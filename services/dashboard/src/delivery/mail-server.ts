import { mailHtml } from './mail-html';
import type { OutboxMail } from '../persistence/outbox-mails';

/** Hands a mail over; rejects when the server did not take it. */
export type SendMail = (mail: OutboxMail) => Promise<void>;

export interface MailServer {
  /** An smtp or smtps URL; its query may hold more of nodemailer's options. */
  readonly url: string;
  readonly from: string;
}

/** Nodemailer's own are minutes; a server that is this slow is tried again later. */
const TIMEOUTS_MS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

function withTimeouts(url: string): string {
  const complete = new URL(url);
  for (const [name, ms] of Object.entries(TIMEOUTS_MS)) {
    if (!complete.searchParams.has(name)) complete.searchParams.set(name, String(ms));
  }
  return complete.href;
}

/** Sends through a server; nodemailer is loaded only where there is one. */
export async function mailServer({ url, from }: MailServer): Promise<SendMail> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(withTimeouts(url));
  return async ({ eventId, userId, recipient, subject, body }) => {
    await transport.sendMail({
      from,
      to: { name: '', address: recipient },
      subject,
      text: body,
      html: mailHtml(body),
      // The same for each attempt, so that a mail that was taken twice can be told by it.
      messageId: `<${eventId}.${userId ?? 'invited'}@dashboard>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}

/** Whether the server will never take a mail to this recipient; everything else may pass. */
export function isRefusedForGood(error: unknown): boolean {
  const { command, responseCode } = Object(error) as Record<string, unknown>;
  return command === 'RCPT TO' && Number(responseCode) >= 500;
}
