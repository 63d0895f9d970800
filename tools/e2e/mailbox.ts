import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
// By their files: Jest knows no names of libraries when it starts what all tests share.
/* oxlint-disable @nx/enforce-module-boundaries */
import {
  mailReceiver,
  type MailReceiver,
  type ReceivedMail,
} from '../../libs/testing/src/mail-receiver';
/* oxlint-enable @nx/enforce-module-boundaries */

/** Of the platform that the environment names; whichever test's mail it was. */
const mailsFile = (): string => join(String(process.env['E2E_DATA_DIR']), 'mails.jsonl');

/** Starts the one mail server of a platform, for tests in several processes. */
export const startMailbox = (): Promise<MailReceiver> =>
  mailReceiver(Number(process.env['E2E_MAIL_PORT']), (mail) =>
    appendFileSync(mailsFile(), `${JSON.stringify(mail)}\n`),
  );

/** What has been mailed to an address so far. */
export const mailsTo = (address: string): ReceivedMail[] =>
  (existsSync(mailsFile()) ? readFileSync(mailsFile(), 'utf8') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ReceivedMail)
    .filter(({ to }) => to === address);
