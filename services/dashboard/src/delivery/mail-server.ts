import { toMailHtml } from './mail-html';
import type { OutboxMail } from '../persistence/outbox-mails';

export type SendMail = (mail: OutboxMail) => Promise<void>;

export interface MailServer {
  /** An smtp: or smtps: URL; its query may set nodemailer options. */
  readonly url: string;
  readonly from: string;
}

/** Nodemailer's defaults are minutes. */
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

/** An SMTP error without the server's words, which may repeat the password of `SMTP_URL`. */
class MailRejected extends Error {
  constructor(
    readonly command: string,
    readonly responseCode: number,
  ) {
    super(`The mail server responded ${responseCode || 'without a code'} to ${command}.`);
  }
}

function removeServerText(error: unknown): unknown {
  const { response, command, responseCode } = Object(error) as Record<string, unknown>;
  return response === undefined ? error : new MailRejected(String(command), Number(responseCode));
}

export async function openMailServer({ url, from }: MailServer): Promise<SendMail> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(withTimeouts(url));
  return async ({ eventId, userId, recipient, subject, body }) => {
    const mail = {
      from,
      to: { name: '', address: recipient },
      subject,
      text: body,
      html: toMailHtml(body),
      // A stable Message-ID lets receivers recognize a mail that was sent twice.
      messageId: `<${eventId}.${userId ?? 'invited'}@dashboard>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    await transport.sendMail(mail).catch((error: unknown) => {
      throw removeServerText(error);
    });
  };
}

/** Every other failure may be temporary. */
export function isPermanentlyRejected(error: unknown): boolean {
  return error instanceof MailRejected && error.command === 'RCPT TO' && error.responseCode >= 500;
}
