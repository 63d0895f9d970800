import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
// Imported by path: Jest resolves no library names in global setup.
/* oxlint-disable @nx/enforce-module-boundaries */
import {
  startMailReceiver,
  type MailReceiver,
  type ReceivedMail,
} from '../../libs/testing/src/mail-receiver';
/* oxlint-enable @nx/enforce-module-boundaries */

const mailsFile = (): string => join(String(process.env['E2E_DATA_DIR']), 'mails.jsonl');

export const startMailbox = (): Promise<MailReceiver> =>
  startMailReceiver(Number(process.env['E2E_MAIL_PORT']), (mail) =>
    appendFileSync(mailsFile(), `${JSON.stringify(mail)}\n`),
  );

export const findMails = (address: string): ReceivedMail[] =>
  (existsSync(mailsFile()) ? readFileSync(mailsFile(), 'utf8') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ReceivedMail)
    .filter(({ to }) => to === address);
