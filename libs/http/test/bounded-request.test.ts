import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { yieldToEventLoop } from '@svc/kernel';
import { MAX_BODY_CHUNKS, DomainError } from '@svc/contracts';
import { BoundedRequest, limitPiecesAfterResponse, readBytes } from '../src';

let treat: (request: BoundedRequest) => Promise<string>;
let server: Server;

beforeAll(async () => {
  server = createServer({ IncomingMessage: BoundedRequest }, (request, response) => {
    treat(request as BoundedRequest).then(
      (text) => response.end(text),
      (error: unknown) => response.end(error instanceof DomainError ? error.code : String(error)),
    );
  });
  server.on('request', limitPiecesAfterResponse);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Sent {
  readonly answer: string;
  readonly isCutOff: boolean;
}

async function send(chunks: number, { end = '0\r\n\r\n' } = {}): Promise<Sent> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
  socket.on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  socket.write('1\r\n[\r\n'.repeat(chunks) + end);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // An incomplete body never gets a final response.
  await (end === '' ? closed : Promise.race([closed, once(socket, 'data')]));
  const isCutOff = socket.destroyed;
  socket.destroy();
  return { answer: answer.split('\r\n\r\n')[1] ?? '', isCutOff };
}

const length = async (request: BoundedRequest): Promise<string> =>
  String((await readBytes(request)).length);

const MANY = 1_000_000;

it('gives all of a body that comes in as many pieces as it may', async () => {
  treat = length;

  expect(await send(MAX_BODY_CHUNKS)).toMatchObject({ answer: String(MAX_BODY_CHUNKS) });
});

async function sendChunks(pieces: readonly string[]): Promise<string | undefined> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
  const head =
    'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
  socket.end(`${head}${chunks.join('')}0\r\n\r\n`);
  const answer = Buffer.concat(await socket.toArray()).toString('latin1');
  return answer.split('\r\n\r\n')[1];
}

it('puts small pieces together, in their order, and with larger ones between', async () => {
  let given = 0;
  treat = async (request) => {
    request.on('data', () => (given += 1));
    return (await readBytes(request)).toString('latin1');
  };
  const pieces = Array.from({ length: 3_000 }, (_, at) =>
    at % 1_000 === 999 ? 'x'.repeat(2_000) : String(at % 10).repeat(1 + (at % 40)),
  );

  expect(await sendChunks(pieces)).toBe(pieces.join(''));
  expect(given).toBeLessThan(60);
});

it('takes no more memory than the body has bytes, also for small pieces between larger ones', async () => {
  const memory = new Set<ArrayBufferLike>();
  treat = async (request) => {
    request.on('data', ({ buffer }: Buffer) => memory.add(buffer));
    return length(request);
  };
  const pieces = Array.from({ length: 1_000 }, (_, at) => 'x'.repeat(at % 2 === 0 ? 1 : 1_025));
  const bytes = pieces.join('').length;

  expect(await sendChunks(pieces)).toBe(String(bytes));
  const taken = [...memory].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(taken).toBeLessThan(1.1 * bytes);
});

it('refuses one of more pieces, also where all of it has come before it is read', async () => {
  treat = length;
  expect(await send(MAX_BODY_CHUNKS + 1)).toMatchObject({ answer: 'payload_too_large' });

  treat = async (request) => {
    while (!request.hasTooManyPieces()) await yieldToEventLoop();
    return length(request);
  };
  expect(await send(MAX_BODY_CHUNKS + 1)).toMatchObject({ answer: 'payload_too_large' });
});

it('reads no more of it once it has come in too many', async () => {
  let request: BoundedRequest | undefined;
  treat = (begun) => length((request = begun));

  expect(await send(MANY)).toMatchObject({ answer: 'payload_too_large' });
  expect(request?.socket.bytesRead).toBeLessThan(1_000_000);
});

it('closes the connection over which a body goes on after its answer', async () => {
  let request: BoundedRequest | undefined;
  treat = async (begun) => {
    request = begun;
    begun.resume();
    return 'not read';
  };

  expect(await send(MANY, { end: '' })).toEqual({ answer: 'not read', isCutOff: true });
  expect(request?.socket.bytesRead).toBeLessThan(1_000_000);
});

it.each([
  ['while it is read', async () => undefined],
  ['before it is read', (request: BoundedRequest) => once(request, 'error')],
])('refuses one whose client leaves %s', async (_, readOnceThis) => {
  let begun: (() => void) | undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const read = new Promise((resolve) => {
    treat = async (request) => {
      begun?.();
      await readOnceThis(request);
      const text = length(request);
      text.catch(resolve);
      return text;
    };
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf');
  await hasBegun;

  socket.resetAndDestroy();

  expect(await read).toMatchObject({ code: 'bad_request' });
});
