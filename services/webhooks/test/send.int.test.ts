import { gzipSync } from 'node:zlib';
import type { TLSSocket } from 'node:tls';
import { certificateAuthority, type Certificate, type CertificateAuthority } from '@svc/testing';
import { addressGuard } from '../src/domain/address-guard';
import type { ResolveHost } from '../src/delivery/resolve-host';
import { allowedAddresses } from '../src/delivery/guarded-lookup';
import { createSender, type Sender } from '../src/delivery/send';
import { rawReceiver, receiver, silentServer, type RawReceiver } from './receiver';

const DEADLINE_MS = 700;

let authority: CertificateAuthority;
let local: Certificate;
let sender: Sender;

const servers: { close(): Promise<void> }[] = [];
const senders: Sender[] = [];

const started = async <Server extends { close(): Promise<void> }>(
  starting: Promise<Server>,
): Promise<Server> => {
  const server = await starting;
  servers.push(server);
  return server;
};

const nowhere: ResolveHost = () => Promise.reject(new Error('no such name'));

function senderWith({
  resolve = nowhere,
  exempt = ['127.0.0.0/8'],
}: { resolve?: ResolveHost; exempt?: readonly string[] } = {}): Sender {
  const made = createSender({
    guard: addressGuard(exempt),
    resolve,
    ca: authority.ca,
    deadlineMs: DEADLINE_MS,
  });
  senders.push(made);
  return made;
}

const sendTo = (port: number, by = sender) =>
  by.send({ url: `https://127.0.0.1:${port}/hook`, headers: { 'x-one': '1' }, body: '{"a":1}' });

beforeAll(async () => {
  authority = await certificateAuthority();
  local = await authority.certify('127.0.0.1', 'receiver.example');
  sender = senderWith();
});
afterAll(async () => {
  for (const each of senders) each.close();
  await Promise.all(servers.map((server) => server.close()));
});

describe('a receiver that answers', () => {
  it('gets the headers and the body as they are, over a connection that is kept', async () => {
    const { port, received } = await started(receiver(local));

    const first = await sendTo(port);
    await sendTo(port);

    expect(first).toMatchObject({ responseCode: 200, error: null, answer: 'ok' });
    expect(received).toHaveLength(2);
    expect(received[0]).toMatchObject({
      path: '/hook',
      body: '{"a":1}',
      headers: { 'x-one': '1', 'content-length': '7', 'accept-encoding': 'identity' },
    });
  });

  it.each([204, 301, 404, 410, 500])('is taken at its word: %d', async (status) => {
    const server = await started(receiver(local));
    server.answer = () => ({ status, headers: { location: 'https://127.0.0.1:1/' } });

    expect(await sendTo(server.port)).toMatchObject({ responseCode: status, error: null });
    expect(server.received).toHaveLength(1);
  });

  it('is asked again at once when it had closed the idle connection', async () => {
    const server = await started(receiver(local));
    let number = 0;
    const raw = await started(
      rawReceiver(local, (socket) => {
        number += 1;
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        // The second request on the connection finds it reset.
        socket.once('data', () => socket.destroy());
      }),
    );
    await sendTo(raw.port);

    expect(await sendTo(raw.port)).toMatchObject({ responseCode: 200 });
    expect(number).toBe(2);
    expect(server.received).toHaveLength(0);
  });

  it.each([
    ['17', 17],
    ['nonsense', null],
    ['-5', null],
  ])('is understood when it says Retry-After: %s', async (header, retryAfterSeconds) => {
    const server = await started(receiver(local));
    server.answer = () => ({ status: 503, headers: { 'retry-after': header } });

    expect(await sendTo(server.port)).toMatchObject({ responseCode: 503, retryAfterSeconds });
  });
});

/** Writes again and again until the connection is closed. */
function keepWriting(socket: TLSSocket, text: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.once('close', () => clearInterval(timer));
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));

describe('a receiver that misbehaves', () => {
  const misbehaving = (misbehave: (socket: TLSSocket) => void): Promise<RawReceiver> =>
    started(rawReceiver(local, misbehave));

  it.each<[string, (socket: TLSSocket) => void, object]>([
    ['never answers', () => undefined, { responseCode: null, error: 'timeout' }],
    [
      'drips its headers',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        keepWriting(socket, 'X-Drip: 1\r\n', 50);
      },
      { responseCode: null, error: 'timeout' },
    ],
    [
      'sends interim answers for ever',
      (socket) => keepWriting(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 1),
      { responseCode: null, error: 'timeout' },
    ],
    [
      'sends an interim answer first',
      (socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${HEAD}Content-Length: 0\r\n\r\n`),
      { responseCode: 200, error: null },
    ],
    [
      'switches protocols',
      (socket) =>
        socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      { responseCode: null, error: 'unreachable' },
    ],
    [
      'sends 500 KB of headers',
      (socket) => socket.write(`${HEAD}X-Large: ${'x'.repeat(500 * 1024)}\r\n\r\n`),
      { responseCode: null, error: 'invalid_response' },
    ],
    [
      'sends a million short headers',
      (socket) => socket.write(`${HEAD}${'A: b\r\n'.repeat(200_000)}\r\n`),
      { responseCode: null, error: 'invalid_response' },
    ],
    [
      'talks no HTTP',
      (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'),
      { responseCode: null, error: 'invalid_response' },
    ],
    [
      'closes without an answer',
      (socket) => socket.destroy(),
      { responseCode: null, error: 'unreachable' },
    ],
    [
      'closes in the middle of its headers',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
      { responseCode: null, error: 'unreachable' },
    ],
    [
      'closes in the middle of its body',
      (socket) => socket.end(`${HEAD}Content-Length: 100\r\n\r\nhalf`),
      { responseCode: 200, error: null, answer: 'half' },
    ],
    [
      'sends bad chunks',
      (socket) => socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\nbad\r\n`),
      { responseCode: 200, error: null },
    ],
    [
      'drips its body',
      (socket) => {
        socket.write(`${HEAD}Content-Length: 1000000\r\n\r\n`);
        keepWriting(socket, 'x', 50);
      },
      { responseCode: 200, error: null },
    ],
    [
      'sends a body without end',
      (socket) => {
        socket.write(`${HEAD}\r\n`);
        keepWriting(socket, Buffer.alloc(16 * 1024, 'x'), 1);
      },
      { responseCode: 200, error: null, answer: 'x'.repeat(2_048) },
    ],
    [
      'sends NUL characters',
      (socket) => socket.end(`${HEAD}Content-Length: 3\r\n\r\na\0b`),
      { responseCode: 200, answer: 'a\uFFFDb' },
    ],
  ])('%s', async (_, misbehave, outcome) => {
    const { port } = await misbehaving(misbehave);

    const sent = await sendTo(port);

    expect(sent).toMatchObject(outcome);
    expect(sent.durationMs).toBeLessThan(DEADLINE_MS + 500);
  });

  it('sends a gzip bomb, which nobody inflates', async () => {
    const { port } = await misbehaving((socket) => {
      const head = `${HEAD}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
      socket.write(Buffer.concat([Buffer.from(head), bomb]));
    });

    const sent = await sendTo(port);

    expect(sent.responseCode).toBe(200);
    expect(sent.answer?.length).toBeLessThanOrEqual(2_048);
  });

  it('hangs in the TLS handshake', async () => {
    const { port } = await started(silentServer());

    expect(await sendTo(port)).toMatchObject({ responseCode: null, error: 'timeout' });
  });

  it('has a certificate for another name', async () => {
    const elsewhere = await authority.certify('other.example');
    const { port, received } = await started(receiver(elsewhere));

    expect(await sendTo(port)).toMatchObject({ responseCode: null, error: 'tls_error' });
    expect(received).toHaveLength(0);
  });

  it('has a certificate of an unknown authority', async () => {
    const unknown = await certificateAuthority();
    const { port } = await started(receiver(await unknown.certify('127.0.0.1')));

    expect(await sendTo(port)).toMatchObject({ responseCode: null, error: 'tls_error' });
  });

  it('has a certificate whose time is over', async () => {
    const over = await authority.certifyUntilAnHourAgo('127.0.0.1');
    const { port, received } = await started(receiver(over));

    expect(await sendTo(port)).toMatchObject({ responseCode: null, error: 'tls_error' });
    expect(received).toHaveLength(0);
  });

  it('does not listen', async () => {
    const { port, close } = await silentServer();
    await close();

    expect(await sendTo(port)).toMatchObject({ responseCode: null, error: 'unreachable' });
  });
});

describe('addresses at send time', () => {
  const sendToName = (by: Sender, port: number) =>
    by.send({ url: `https://receiver.example:${port}/`, headers: {}, body: '{}' });

  it('connects to the address that was checked', async () => {
    const { port, received } = await started(receiver(local));
    const by = senderWith({ resolve: async () => ['127.0.0.1'] });

    expect(await sendToName(by, port)).toMatchObject({ responseCode: 200 });
    expect(received).toHaveLength(1);
  });

  it('refuses a name that has one bad address among good ones', async () => {
    const { port, received } = await started(receiver(local));
    const by = senderWith({ resolve: async () => ['127.0.0.1', '10.0.0.1'] });

    expect(await sendToName(by, port)).toMatchObject({
      responseCode: null,
      error: 'blocked_address',
    });
    expect(received).toHaveLength(0);
  });

  it('refuses a name that answers otherwise than when it was subscribed', async () => {
    const { port, received } = await started(receiver(local));
    const guard = addressGuard([]);
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    const resolve: ResolveHost = async () => answers.shift() ?? [];
    const by = senderWith({ exempt: [], resolve });

    await expect(allowedAddresses('receiver.example', guard, resolve)).resolves.toHaveLength(1);
    expect(await sendToName(by, port)).toMatchObject({ error: 'blocked_address' });
    expect(received).toHaveLength(0);
  });

  it('refuses literal addresses, for which nothing is looked up', async () => {
    const { port, received } = await started(receiver(local));

    expect(await sendTo(port, senderWith({ exempt: [] }))).toMatchObject({
      responseCode: null,
      error: 'blocked_address',
    });
    expect(received).toHaveLength(0);
  });

  it('does not wait longer than the deadline for a name', async () => {
    const by = senderWith({ resolve: () => new Promise(() => undefined) });

    expect(await sendToName(by, 443)).toMatchObject({ error: 'timeout' });
  });

  it('takes a name that does not exist for unreachable', async () => {
    expect(await sendToName(senderWith(), 443)).toMatchObject({ error: 'unreachable' });
  });
});
