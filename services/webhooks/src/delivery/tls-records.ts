/** Type, version and length (RFC 8446, 5.1). */
const HEADER_BYTES = 5;
const LENGTH_AT = 3;

/** Counts the TLS records that begin in what comes over a connection, one read after another. */
export function recordCounter(): (bytes: Buffer) => number {
  const header = Buffer.alloc(HEADER_BYTES);
  let headerBytes = 0;
  /** Of the record that has begun. */
  let bytesLeft = 0;

  return (bytes) => {
    let records = 0;
    let at = 0;
    while (at < bytes.length) {
      if (bytesLeft > 0) {
        const here = Math.min(bytesLeft, bytes.length - at);
        bytesLeft -= here;
        at += here;
      } else {
        at += bytes.copy(header, headerBytes, at, at + 1);
        headerBytes += 1;
        if (headerBytes === HEADER_BYTES) {
          records += 1;
          headerBytes = 0;
          bytesLeft = header.readUInt16BE(LENGTH_AT);
        }
      }
    }
    return records;
  };
}
