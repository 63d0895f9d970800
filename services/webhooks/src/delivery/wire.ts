import { connect, type TcpSocketConnectOpts } from 'node:net';
import { Duplex } from 'node:stream';

/** A TCP connection as TLS has it, which gets of what has come only what it is given. */
export interface Wire {
  /** What TLS is put on. */
  readonly stream: Duplex;
  /** Gives TLS what has come. TLS has processed it, the check of certificates included, when this returns. */
  give(): void;
  /** Gives TLS from now on what comes as it comes. */
  giveAll(): void;
}

export interface WireListener {
  connected(): void;
  /** Called with what has come, before it is given to TLS, and with null at the end. */
  arrived(bytes: Buffer | null): void;
}

const READ_BYTES = 16 * 1024;
/** Of all connections: each read is copied before the next one. */
const READ_BUFFER = Buffer.allocUnsafeSlow(READ_BYTES);

/**
 * Opens a TCP connection for TLS.
 *
 * Node.js's TLS reads a connection of its own natively, and nothing sees what has come before it is
 * processed. Therefore this stream is in between. What has come is kept until it is given: who uses it
 * bounds how much.
 */
export function openWire(
  address: TcpSocketConnectOpts,
  { connected, arrived }: WireListener,
): Wire {
  let isGivenAll = false;
  /** What is not given yet; null is the end. */
  let kept: (Buffer | null)[] = [];

  const tcp = connect({
    ...address,
    // Otherwise a body of several packets would wait for an acknowledgement.
    noDelay: true,
    // What came before the other side closed the connection can be given all the same.
    allowHalfOpen: true,
    onread: {
      buffer: READ_BUFFER,
      callback(bytes) {
        take(Buffer.from(READ_BUFFER.subarray(0, bytes)));
        return true;
      },
    },
  });
  const stream = new Duplex({
    read: () => undefined,
    write: (bytes: Buffer, _, done) => void tcp.write(bytes, done),
    final: (done) => void tcp.end(done),
    destroy(error, done) {
      tcp.destroy();
      done(error);
    },
  });
  tcp
    .once('connect', connected)
    .once('end', () => take(null))
    .once('error', (error) => stream.destroy(error))
    .once('close', () => stream.destroy());

  function give(): void {
    const given = kept;
    kept = [];
    for (const bytes of given) stream.push(bytes);
  }

  function take(bytes: Buffer | null): void {
    kept.push(bytes);
    arrived(bytes);
    if (isGivenAll) give();
  }

  return {
    stream,
    give,
    giveAll: () => void (isGivenAll = true),
  };
}
