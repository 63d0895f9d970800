import type { AddressInfo } from 'node:net';
import type { SMTPServerAddress } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string;
  readonly headers: string;
  readonly text: string;
  /** Empty if there is none. */
  readonly html: string;
}

export type MailReceiver = Awaited<ReturnType<typeof startMailReceiver>>;

/** Accepts all mail except to `nobody@…`. Rejects logins and quotes the credentials, as some servers do. */
export async function startMailReceiver(
  port = 0,
  onMail: (mail: ReceivedMail) => void = () => undefined,
) {
  // Loaded lazily, as few tests need it.
  const { SMTPServer } = await import('smtp-server');
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    allowInsecureAuth: true,
    onAuth({ username = '', password = '' }, _session, done) {
      const credentials = Buffer.from(`\0${username}\0${password}`).toString('base64');
      const words = `Bad login of ${username}, ${password}: AUTH PLAIN ${credentials}`;
      done(Object.assign(new Error(words), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error('No such user'), { responseCode: 550 });
      done(address.startsWith('nobody@') ? refusal : undefined);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const mail = Buffer.concat(chunks).toString();
        const { headers } = split(mail);
        const parts = splitParts(mail);
        const text = decodePart(parts, 'text/plain');
        const html = decodePart(parts, 'text/html');
        for (const { address: to } of envelope.rcptTo as SMTPServerAddress[]) {
          const one = { to, headers, text, html };
          received.push(one);
          onMail(one);
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
    close: (): Promise<void> => new Promise<void>((resolve) => server.close(resolve)),
  };
}

const BLANK_LINE = '\r\n\r\n';

function split(part: string): { readonly headers: string; readonly body: string } {
  const end = part.indexOf(BLANK_LINE);
  return { headers: part.slice(0, end), body: part.slice(end + BLANK_LINE.length) };
}

function splitParts(mail: string): readonly string[] {
  const boundary = /^Content-Type: multipart\/[^;]+;\s+boundary="([^"]+)"/im.exec(mail)?.[1];
  return boundary === undefined ? [mail] : mail.split(`\r\n--${boundary}`).slice(1, -1);
}

const decodePart = (parts: readonly string[], type: string): string => {
  const part = parts.map(split).find(({ headers }) => headers.includes(`Content-Type: ${type}`));
  return part ? decodeQuotedPrintable(part.body) : '';
};

const decodeQuotedPrintable = (text: string): string =>
  text
    .replaceAll(/=\r\n/g, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
