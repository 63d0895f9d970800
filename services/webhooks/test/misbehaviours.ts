import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';

export type Misbehaviour = readonly [
  name: string,
  misbehave: (socket: TLSSocket) => void,
  outcome: {
    readonly status: number | null;
    readonly error: string | null;
    readonly body?: string;
  },
];

export const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';

function keepWriting(socket: TLSSocket, text: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.once('close', () => clearInterval(timer));
}

const BLOCK_BYTES = 64 * 1024;

export function flood(socket: TLSSocket, text: string): void {
  const block = text.repeat(Math.ceil(BLOCK_BYTES / text.length));
  const write = (): void => {
    if (!socket.destroyed) socket.write(block);
  };
  socket.on('drain', write);
  write();
}

/** Harmless in size, if it came in larger pieces. */
const MANY_READS = 4_096;

/** Each byte is a TLS record of its own. */
function writeByteByByte(socket: TLSSocket, count: number): void {
  if (count > 0 && !socket.destroyed) socket.write('x', () => writeByteByByte(socket, count - 1));
}

const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));

export const MISBEHAVIOURS: readonly Misbehaviour[] = [
  ['never answers', () => undefined, { status: null, error: 'timeout' }],
  [
    'drips its headers',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      keepWriting(socket, 'X-Drip: 1\r\n', 50);
    },
    { status: null, error: 'timeout' },
  ],
  [
    'sends interim answers for ever',
    (socket) => keepWriting(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 10),
    { status: null, error: 'timeout' },
  ],
  [
    'sends an interim answer first',
    (socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${HEAD}Content-Length: 0\r\n\r\n`),
    { status: 200, error: null },
  ],
  [
    'switches protocols',
    (socket) => socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    { status: null, error: 'invalid_response' },
  ],
  [
    'sends 500 KB of headers',
    (socket) => socket.write(`${HEAD}X-Large: ${'x'.repeat(500 * 1024)}\r\n\r\n`),
    { status: null, error: 'invalid_response' },
  ],
  [
    'sends a million short headers',
    (socket) => socket.write(`${HEAD}${'A: b\r\n'.repeat(200_000)}\r\n`),
    { status: null, error: 'invalid_response' },
  ],
  [
    'sends headers of blanks',
    (socket) => socket.write(`${HEAD}X:${' '.repeat(3_000)}\rb\r\n\r\n`),
    { status: null, error: 'invalid_response' },
  ],
  [
    'sends blanks between two words',
    (socket) => socket.write(`${HEAD}X: a${' '.repeat(15_000)}b\r\nContent-Length: 2\r\n\r\nok`),
    { status: 200, error: null, body: 'ok' },
  ],
  [
    'talks no HTTP',
    (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'),
    { status: null, error: 'invalid_response' },
  ],
  [
    'closes without an answer',
    (socket) => socket.destroy(),
    { status: null, error: 'unreachable' },
  ],
  [
    'closes in the middle of its headers',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
    { status: null, error: 'unreachable' },
  ],
  [
    'closes in the middle of its body',
    (socket) => socket.end(`${HEAD}Content-Length: 100\r\n\r\nhalf`),
    { status: 200, error: null, body: 'half' },
  ],
  [
    'sends bad chunks',
    (socket) => socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\nbad\r\n`),
    { status: 200, error: null },
  ],
  [
    'sends less than no chunk',
    (socket) => socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n-6\r\n`),
    { status: 200, error: null, body: 'x' },
  ],
  [
    'sends less than no body',
    (socket) => socket.write(`${HEAD}Content-Length: -62\r\n\r\n`),
    { status: null, error: 'invalid_response' },
  ],
  [
    'drips its body',
    (socket) => {
      socket.write(`${HEAD}Content-Length: 1000000\r\n\r\n`);
      keepWriting(socket, 'x', 50);
    },
    { status: 200, error: null },
  ],
  [
    'sends a body without end',
    (socket) => {
      socket.write(`${HEAD}\r\n`);
      keepWriting(socket, Buffer.alloc(16 * 1024, 'x'), 1);
    },
    { status: 200, error: null, body: 'x'.repeat(2_048) },
  ],
  [
    'sends NUL characters',
    (socket) => socket.end(`${HEAD}Content-Length: 3\r\n\r\na\0b`),
    { status: 200, error: null, body: 'a\uFFFDb' },
  ],
  [
    'sends a gzip bomb, which nobody inflates',
    (socket) => {
      const head = `${HEAD}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
      socket.write(Buffer.concat([Buffer.from(head), bomb]));
    },
    { status: 200, error: null },
  ],
  [
    'answers twice',
    (socket) => socket.write(`${HEAD}Content-Length: 0\r\n\r\n`.repeat(2)),
    { status: 200, error: null },
  ],
];

const OK = 'Content-Length: 2\r\n\r\nok';

/** Violates HTTP/1 (RFC 9112): the attempt fails. */
export const MALFORMED: readonly (readonly [name: string, answer: string])[] = [
  ['lines that end without a carriage return', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
  ['one header that ends without a carriage return', `${HEAD}X: a\n${OK}`],
  ['headers that end without a carriage return', `${HEAD}Content-Length: 2\r\n\nok`],
  ['a carriage return within its reason', `HTTP/1.1 200 O\rK\r\n${OK}`],
  ['a folded header', `${HEAD}X: one\r\n two\r\n${OK}`],
  ['a header of a NUL', `${HEAD}X: a\0b\r\n${OK}`],
  ['a header of a control character', `${HEAD}X: a\x01b\r\n${OK}`],
  ['a header with a blank behind its name', `${HEAD}X : a\r\n${OK}`],
  ['a length and chunks', `${HEAD}Transfer-Encoding: chunked\r\n${OK}`],
  [
    'chunks and a length',
    `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['two lengths', `${HEAD}Content-Length: 3\r\n${OK}`],
  ['a length of several', `${HEAD}Content-Length: 2, 2\r\n\r\nok`],
  ['a status below 100', `HTTP/1.1 099 x\r\n${OK}`],
  ['a status above 599', `HTTP/1.1 600 x\r\n${OK}`],
  ['the highest status of three digits', `HTTP/1.1 999 x\r\n${OK}`],
  ['a status of four digits', `HTTP/1.1 2000 x\r\n${OK}`],
  ['another protocol', `HTTP/1.1 101 x\r\n\r\n${HEAD}${OK}`],
  ['the version of another HTTP', `HTTP/2.0 200 OK\r\n${OK}`],
  ['an interim answer of a bad length', `HTTP/1.1 100 x\r\nContent-Length: -9\r\n\r\n${HEAD}${OK}`],
  [
    'more after an answer that was the last',
    `HTTP/1.1 100 x\r\nConnection: close\r\n\r\n${HEAD}${OK}`,
  ],
  ['16 KiB of short headers', `${HEAD}${'A: b\r\n'.repeat(2_731)}${OK}`],
];

/** Violates the grammar of chunks: the headers decide, and the connection is closed. */
export const MALFORMED_CHUNKS: readonly (readonly [name: string, chunks: string])[] = [
  ['lines without a carriage return', '2\nok\n0\n\n'],
  ['a blank behind a size', '2 \r\nok\r\n0\r\n\r\n'],
  ['a control character in an extension', '2;a=\x01\r\nok\r\n0\r\n\r\n'],
  ['a trailer without a colon', '2\r\nok\r\n0\r\ntrailer\r\n\r\n'],
];

const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;

const endless =
  (beginning: string, text: string) =>
  (socket: TLSSocket): void => {
    socket.write(beginning);
    flood(socket, text);
  };

/** Send more than a parser reports, as fast as they can. */
export const FLOODS: readonly Misbehaviour[] = [
  [
    'floods with interim answers',
    endless('', 'HTTP/1.1 102 Processing\r\n\r\n'),
    { status: null, error: 'invalid_response' },
  ],
  ['floods with empty lines', endless('\r\n', '\r\n'), { status: null, error: 'invalid_response' }],
  [
    'floods with headers',
    endless(HEAD, 'X-More: 1\r\n'),
    { status: null, error: 'invalid_response' },
  ],
  ['floods with a body', endless(`${HEAD}\r\n`, 'x'), { status: 200, error: null }],
  ['floods with tiny chunks', endless(CHUNKED, '1\r\nx\r\n'), { status: 200, error: null }],
  ['floods with the size of a chunk', endless(CHUNKED, '0'), { status: 200, error: null }],
  [
    'floods with the extension of a chunk',
    endless(`${CHUNKED}1;`, 'a=b;'),
    { status: 200, error: null },
  ],
  ['floods with trailers', endless(`${CHUNKED}0\r\n`, 'X: y\r\n'), { status: 200, error: null }],
];

/** Send little, in more reads than any response takes, and then nothing. */
export const DRIBBLES: readonly Misbehaviour[] = [
  [
    'sends a body in records of one byte',
    (socket) => void socket.write(`${HEAD}\r\n`, () => writeByteByByte(socket, MANY_READS)),
    { status: 200, error: null },
  ],
  [
    'sends headers in records of one byte',
    (socket) => void socket.write(`${HEAD}X: `, () => writeByteByByte(socket, MANY_READS)),
    { status: null, error: 'invalid_response' },
  ],
];
