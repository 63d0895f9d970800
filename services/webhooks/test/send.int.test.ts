import {
  certificateAuthority,
  eventually,
  type Certificate,
  type CertificateAuthority,
} from '@svc/testing';
import { addressGuard } from '../src/domain/address-guard';
import type { ResolveHost } from '../src/delivery/resolve-host';
import { allowedAddresses } from '../src/delivery/guarded-lookup';
import { createSender, type Sender } from '../src/delivery/send';
import { FLOODS, flood, HEAD, MISBEHAVIOURS } from './misbehaviours';
import { rawReceiver, receiver, silentServer } from './receiver';

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

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

const nowhere: ResolveHost = () => Promise.reject(new Error('no such name'));

function senderWith({
  resolve = nowhere,
  exempt = ['127.0.0.0/8'],
  deadlineMs = DEADLINE_MS,
}: { resolve?: ResolveHost; exempt?: readonly string[]; deadlineMs?: number } = {}): Sender {
  const made = createSender({
    guard: addressGuard(exempt),
    resolve,
    ca: authority.ca,
    deadlineMs,
  });
  senders.push(made);
  return made;
}

const sendTo = (port: number, by = sender) =>
  by.send({
    url: new URL(`https://127.0.0.1:${port}/hook`),
    headers: { 'x-one': '1' },
    body: '{"a":1}',
  });

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

  it('gets the next request over the same connection', async () => {
    const { port, connections } = await started(
      rawReceiver(local, (socket) => {
        socket.write(ANSWER);
        socket.on('data', () => socket.write(ANSWER));
      }),
    );

    for (let number = 1; number <= 3; number += 1) {
      expect(await sendTo(port)).toMatchObject({ responseCode: 200 });
    }
    expect(connections()).toBe(1);
  });

  it('gets the next request over another connection when it says that it closes this one', async () => {
    const closing = ANSWER.replace('OK', 'OK\r\nConnection: close');
    const { port, connections } = await started(
      rawReceiver(local, (socket) => {
        socket.write(closing);
        socket.on('data', () => socket.write(closing));
      }),
    );

    expect(await sendTo(port)).toMatchObject({ responseCode: 200 });
    expect(await sendTo(port)).toMatchObject({ responseCode: 200 });
    expect(connections()).toBe(2);
  });

  it('gets the next request over another connection when it has not read this one', async () => {
    const { port, connections } = await started(
      rawReceiver(local, (socket) => {
        socket.pause();
        socket.write(ANSWER);
      }),
    );
    const url = new URL(`https://127.0.0.1:${port}/`);
    const body = 'x'.repeat(20_000_000);

    expect(await sender.send({ url, headers: {}, body })).toMatchObject({ responseCode: 200 });
    expect(await sendTo(port)).toMatchObject({ responseCode: 200 });
    expect(connections()).toBe(2);
  });

  it('is not asked again when it closes a new connection', async () => {
    const { port, connections } = await started(
      rawReceiver(local, (socket) => void socket.destroy()),
    );

    expect(await sendTo(port)).toMatchObject({ responseCode: null, error: 'unreachable' });
    expect(connections()).toBe(1);
  });

  it('is asked again at once when it had closed the idle connection', async () => {
    let number = 0;
    const raw = await started(
      rawReceiver(local, (socket) => {
        number += 1;
        socket.write(ANSWER);
        // The second request on the connection finds it reset.
        socket.once('data', () => socket.destroy());
      }),
    );
    await sendTo(raw.port);

    expect(await sendTo(raw.port)).toMatchObject({ responseCode: 200 });
    expect(number).toBe(2);
  });

  it('is asked again only once', async () => {
    let requests = 0;
    const { port } = await started(
      rawReceiver(local, (socket) => {
        requests += 1;
        if (requests > 1) return void socket.destroy();
        socket.write(ANSWER);
        socket.once('data', () => {
          requests += 1;
          socket.destroy();
        });
      }),
    );
    await sendTo(port);

    expect(await sendTo(port)).toMatchObject({ responseCode: null, error: 'unreachable' });
    expect(requests).toBe(3);
  });

  it('is asked nothing more by a sender that is closed', async () => {
    const { port, connections } = await started(
      rawReceiver(local, (socket) => void socket.write(ANSWER)),
    );
    const by = senderWith({ deadlineMs: 600_000 });
    await sendTo(port, by);

    const pending = sendTo(port, by);
    by.close();

    expect(await pending).toMatchObject({ responseCode: null, error: 'unreachable' });
    expect(connections()).toBe(1);
  });

  it('does not wait for others of its host that do not', async () => {
    const server = await started(receiver(local));
    server.answer = ({ body }) => (body === 'mine' ? { status: 200 } : undefined);
    const by = senderWith({ deadlineMs: 20_000 });
    const send = (body: string) =>
      by.send({ url: new URL(`https://127.0.0.1:${server.port}/`), headers: {}, body });
    for (let count = 0; count < 100; count += 1) void send('theirs');

    expect(await send('mine')).toMatchObject({ responseCode: 200 });
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

describe('a receiver that misbehaves', () => {
  it.each(MISBEHAVIOURS)('%s', async (_, misbehave, outcome) => {
    const { port } = await started(rawReceiver(local, misbehave));

    const sent = await sendTo(port);

    expect(sent).toMatchObject(outcome);
    expect(sent.answer?.length ?? 0).toBeLessThanOrEqual(2_048);
    expect(sent.durationMs).toBeLessThan(DEADLINE_MS + 500);
  });

  it.each(FLOODS)('%s, of which little is read', async (_, misbehave, outcome) => {
    const { port } = await started(rawReceiver(local, misbehave));

    // Whatever is not cut short lasts longer than any test may.
    expect(await sendTo(port, senderWith({ deadlineMs: 600_000 }))).toMatchObject(outcome);
  });

  it('goes on after its answer, and loses the connection', async () => {
    let isClosed = false;
    const { port } = await started(
      rawReceiver(local, (socket) => {
        socket.once('close', () => (isClosed = true));
        socket.write(`${HEAD}Content-Length: 0\r\n\r\n`, () => flood(socket, 'more'));
      }),
    );

    expect(await sendTo(port)).toMatchObject({ responseCode: 200 });
    await eventually(() => expect(isClosed).toBe(true));
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
    by.send({ url: new URL(`https://receiver.example:${port}/`), headers: {}, body: '{}' });

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
