import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends bytes as they are and answers all that comes back until the server closes the connection. */
export const sendBytes = (
  port: number,
  parts: readonly (string | Uint8Array)[],
  { waitMs = 5_000 } = {},
): Promise<string> =>
  new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const done = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(received).toString('latin1'));
    };
    const timer = setTimeout(done, waitMs);
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    socket.on('close', done);
    // A server that refuses may reset what is still being sent.
    socket.on('error', () => undefined);
    for (const part of parts) socket.write(part);
  });

/** The first answer in what a server sent. */
export function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  const length = Number(headers['content-length'] ?? text.length);
  const body = text.slice(end + 4, end + 4 + length);
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}

export const sendRaw = async (
  port: number,
  ...parts: readonly (string | Uint8Array)[]
): Promise<RawAnswer> => parseAnswer(await sendBytes(port, parts));
