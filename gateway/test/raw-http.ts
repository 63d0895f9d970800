import { connect } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends raw bytes and returns all that comes back until the connection closes. */
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
    // A server that rejects may reset what is still being sent.
    socket.on('error', () => undefined);
    for (const part of parts) socket.write(part);
  });

export function parseResponse(text: string): RawResponse {
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
): Promise<RawResponse> => parseResponse(await sendBytes(port, parts));
