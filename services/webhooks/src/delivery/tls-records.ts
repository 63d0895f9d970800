/** Type, version and length (RFC 8446, 5.1). */
const HEADER_BYTES = 5;
const LENGTH_AT = 3;

/** A part of what has come over a connection. */
export interface Piece {
  readonly bytes: Buffer;
  /** How many TLS records begin in it. */
  readonly records: number;
  /** Whether it ends where a record does. */
  readonly isWhole: boolean;
}

/**
 * Cuts what comes over a connection, one read after another, into pieces in which no more than so many TLS
 * records begin. A record begins with the last byte of its header.
 */
export function recordPieces(mostRecords: number): (read: Buffer) => Iterable<Piece> {
  const header = Buffer.alloc(HEADER_BYTES);
  let headerBytes = 0;
  /** Of the record that has begun. */
  let bytesLeft = 0;

  return function* pieces(read) {
    let from = 0;
    let records = 0;
    let at = 0;
    while (at < read.length) {
      if (bytesLeft > 0) {
        const here = Math.min(bytesLeft, read.length - at);
        bytesLeft -= here;
        at += here;
      } else {
        at += read.copy(header, headerBytes, at, at + 1);
        headerBytes += 1;
      }
      if (headerBytes === HEADER_BYTES) {
        if (records === mostRecords) {
          yield { bytes: read.subarray(from, at - 1), records, isWhole: false };
          from = at - 1;
          records = 0;
        }
        records += 1;
        headerBytes = 0;
        bytesLeft = header.readUInt16BE(LENGTH_AT);
      }
    }
    yield { bytes: read.subarray(from), records, isWhole: headerBytes === 0 && bytesLeft === 0 };
  };
}
