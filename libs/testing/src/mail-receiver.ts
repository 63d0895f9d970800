import type { AddressInfo } from 'node:net';
import type { SMTPServerAddress } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string;
  readonly headers: string;
  readonly text: string;
}

/** A mail server. */
export interface MailReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedMail[];
  close(): Promise<void>;
}

/** Takes every mail but those to `nobody@…`; on the port of an earlier one, if one is named. */
export async function mailReceiver(port = 0): Promise<MailReceiver> {
  // Few tests need it, and all load this library.
  const { SMTPServer } = await import('smtp-server');
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error('No such user'), { responseCode: 550 });
      done(address.startsWith('nobody@') ? refusal : undefined);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const [headers = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n');
        const text = decoded(body.join('\n\n'));
        for (const { address: to } of envelope.rcptTo as SMTPServerAddress[]) {
          received.push({ to, headers, text });
        }
        done();
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    received,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** Quoted-printable, as mail programs read it. */
const decoded = (text: string): string =>
  text
    .replaceAll(/=\r\n/g, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
