import { connect } from 'node:net';

export interface LoadConnection {
  /** Calls `answered` with the status after the last byte. */
  send(request: Buffer, answered: (status: number) => void): void;
  close(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/**
 * A bare socket that reads only status and length: an HTTP client would cost as much as the server it
 * measures.
 */
export function openLoadConnection(
  port: number,
  failed: (error: Error) => void,
): Promise<LoadConnection> {
  let head: Buffer = Buffer.alloc(0);
  let status = 0;
  let bodyLeft = -1;
  let onAnswer: ((status: number) => void) | undefined;

  const received = (chunk: Buffer): void => {
    let body = chunk;
    if (bodyLeft < 0) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      const length = LENGTH.exec(text)?.[1];
      if (length === undefined) {
        failed(new Error(`An answer without Content-Length: ${text}`));
        return;
      }
      status = Number(text.slice(9, 12));
      bodyLeft = Number(length);
      body = head.subarray(end + HEAD_END.length);
      head = Buffer.alloc(0);
    }
    bodyLeft -= body.length;
    if (bodyLeft > 0) return;
    bodyLeft = -1;
    onAnswer?.(status);
  };

  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let isClosing = false;
    socket.on('data', received);
    socket.once('error', failed);
    socket.once('close', () => {
      if (!isClosing) failed(new Error(`Port ${port} closed the connection.`));
    });
    socket.once('connect', () =>
      resolve({
        send(request, answered) {
          onAnswer = answered;
          socket.write(request);
        },
        close() {
          isClosing = true;
          socket.destroy();
        },
      }),
    );
  });
}
