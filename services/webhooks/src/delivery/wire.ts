import { connect, type TcpSocketConnectOpts } from 'node:net';
import { Duplex } from 'node:stream';
import { recordPieces, type Piece } from './tls-records';

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
  /** Whether what has come may be given to TLS; it is dropped otherwise. */
  admits(piece: Piece): boolean;
  /** Something has come that waits to be given. */
  arrived(): void;
}

const READ_BYTES = 16 * 1024;
/** It is given in pieces, so that who uses it knows what became of one before the next. */
const PIECE_RECORDS = 32;
/** Of all connections: each read is copied before the next one. */
const READ_BUFFER = Buffer.allocUnsafeSlow(READ_BYTES);

const END: Piece = { bytes: Buffer.alloc(0), records: 0, isWhole: true };

/**
 * Opens a TCP connection for TLS.
 *
 * Node.js's TLS reads a connection of its own natively, and nothing sees what has come before it is
 * processed. Therefore this stream is in between. What has come is kept until it is given: who uses it
 * bounds how much.
 */
export function openWire(
  address: TcpSocketConnectOpts,
  { connected, admits, arrived }: WireListener,
): Wire {
  let isGivenAll = false;
  /** What is not given yet. */
  let kept: Piece[] = [];
  const piecesOf = recordPieces(PIECE_RECORDS);

  const tcp = connect({
    ...address,
    // Otherwise a body of several packets would wait for an acknowledgement.
    noDelay: true,
    // What came before the other side closed the connection can be given all the same.
    allowHalfOpen: true,
    onread: {
      buffer: READ_BUFFER,
      callback(bytes) {
        const read = Buffer.from(READ_BUFFER.subarray(0, bytes));
        for (const piece of piecesOf(read)) if (!stream.destroyed) take(piece);
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
    .once('end', () => take(END))
    .once('error', (error) => stream.destroy(error))
    .once('close', () => stream.destroy());

  function give(): void {
    const given = kept;
    kept = [];
    for (const piece of given) stream.push(piece === END ? null : piece.bytes);
  }

  function take(piece: Piece): void {
    if (!admits(piece)) return;
    kept.push(piece);
    if (isGivenAll) give();
    else arrived();
  }

  return {
    stream,
    give,
    giveAll: () => void (isGivenAll = true),
  };
}
