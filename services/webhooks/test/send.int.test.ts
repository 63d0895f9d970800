import type { TlsOptions, TLSSocket } from 'node:tls';
import {
  createAddressGuard,
  resolveAllowedAddresses,
  createOutgoingHttp,
  type OutgoingHttp,
  type OutgoingHttpSettings,
  type PostOptions,
  type PostResult,
  type ResolveHost,
} from '@svc/outgoing-http';
import {
  createCertificateAuthority,
  createSelfSigned,
  eventually,
  type Certificate,
  type CertificateAuthority,
} from '@svc/testing';
import {
  DRIBBLES,
  flood,
  FLOODS,
  HEAD,
  MALFORMED,
  MALFORMED_CHUNKS,
  MISBEHAVIOURS,
} from './misbehaviours';
import {
  gatheringNetwork,
  holdingNetwork,
  rawReceiver,
  receiver,
  silentServer,
  threadReceiver,
  tlsReceiver,
} from './receiver';
import {
  ALERT,
  APPLICATION_DATA,
  recordTypesIn,
  unheardReceiver,
  type Unheard,
} from './tls-records';

const DEADLINE_MS = 700;

let authority: CertificateAuthority;
let local: Certificate;
/** A self-signed RSA certificate. */
let certified: Certificate;
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

const answerWith = (body: string): string => `${HEAD}Content-Length: ${body.length}\r\n\r\n${body}`;

const UNHEARD: readonly Unheard[] = ['session tickets', 'new keys'];

const nowhere: ResolveHost = () => Promise.reject(new Error('no such name'));

interface Outgoing extends Partial<PostOptions> {
  readonly url: URL;
  readonly body: string;
}

interface Sender extends Pick<OutgoingHttp, 'close'> {
  send(outgoing: Outgoing): Promise<PostResult>;
}

interface SenderOptions extends Partial<Omit<OutgoingHttpSettings, 'guard'>> {
  readonly exempt?: readonly string[];
  readonly deadlineMs?: number;
}

function senderWith({
  resolve = nowhere,
  exempt = ['127.0.0.0/8'],
  deadlineMs = DEADLINE_MS,
  maxKeptConnections,
  ca = authority.ca,
}: SenderOptions = {}): Sender {
  const guard = createAddressGuard(exempt);
  const { post, close } = createOutgoingHttp({ guard, resolve, ca, maxKeptConnections });
  const usual = {
    companyId: 1,
    endpointId: 1,
    headers: {},
    deadlineMs,
    maxHeaderBytes: 16 * 1024,
    maxBodyBytes: 64 * 1024,
  };
  const made: Sender = {
    send: ({ url, body, ...options }) => post(url, body, { ...usual, ...options }),
    close,
  };
  senders.push(made);
  return made;
}

const sendTo = (port: number, by = sender, endpointId = 1, companyId = 1, path = '/hook') =>
  by.send({
    companyId,
    endpointId,
    url: new URL(`https://127.0.0.1:${port}${path}`),
    headers: { 'x-one': '1' },
    body: '{"a":1}',
  });

beforeAll(async () => {
  authority = await createCertificateAuthority();
  local = await authority.certify('127.0.0.1', 'receiver.example');
  certified = await createSelfSigned('127.0.0.1');
  sender = senderWith();
});
afterAll(async () => {
  for (const each of senders) each.close();
  await Promise.all(servers.map((server) => server.close()));
});

it.each([
  ['a new connection', 0],
  ['one that is kept', 1],
])('over %s nothing is sent that must not begin any more', async (_, before) => {
  const { port, received } = await started(receiver(local));
  for (let count = 0; count < before; count += 1) await sendTo(port);
  const url = new URL(`https://127.0.0.1:${port}/hook`);

  const sent = await sender.send({ url, body: '{}', mayBegin: () => false });

  expect(sent).toMatchObject({ status: null, hasBegun: false });
  expect(received).toHaveLength(before);
});

it('asks whether a request is still wanted once its connection has been made, and where it is kept no more', async () => {
  const { port, received } = await started(receiver(local));
  const url = new URL(`https://127.0.0.1:${port}/hook`);
  const answers = [false, true];
  const isStillWanted = async (): Promise<boolean> => answers.shift() ?? false;
  const send = () => sender.send({ url, body: '{}', isStillWanted });

  expect(await send()).toMatchObject({ status: null, hasBegun: false });
  expect(received).toHaveLength(0);
  expect(await send()).toMatchObject({ status: 200 });
  expect(await send()).toMatchObject({ status: 200 });
});

describe('a receiver that answers', () => {
  it('gets the headers and the body as they are, over a connection that is kept', async () => {
    const { port, received } = await started(receiver(local));

    const first = await sendTo(port);
    await sendTo(port);

    expect(first).toMatchObject({ status: 200, error: null, body: 'ok' });
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

    expect(await sendTo(server.port)).toMatchObject({ status: status, error: null });
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
      expect(await sendTo(port)).toMatchObject({ status: 200 });
    }
    expect(connections()).toBe(1);
  });

  it.each([
    ['several interim answers', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3)],
    ['hints', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100\r\n\r\n'],
    ['empty lines', '\r\n\r\n'],
  ])('may send %s first, in whatever pieces', async (_, before) => {
    const pieces = [...(before + answerWith('ok'))];
    const { port, connections } = await started(
      tlsReceiver(local, (socket) => {
        const writeFrom = (at: number): void => {
          const piece = pieces[at];
          if (piece !== undefined) socket.write(piece, () => writeFrom(at + 1));
        };
        socket.on('data', () => writeFrom(0));
      }),
    );

    for (let number = 1; number <= 2; number += 1) {
      expect(await sendTo(port)).toMatchObject({ status: 200, body: 'ok' });
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

    expect(await sendTo(port)).toMatchObject({ status: 200 });
    expect(await sendTo(port)).toMatchObject({ status: 200 });
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
    // No buffer takes so much, and encrypting it takes long even on an idle machine.
    const body = 'x'.repeat(20_000_000);
    const by = senderWith({ deadlineMs: 20_000 });

    expect(await by.send({ companyId: 1, endpointId: 1, url, headers: {}, body })).toMatchObject({
      status: 200,
    });
    expect(await sendTo(port, by)).toMatchObject({ status: 200 });
    expect(connections()).toBe(2);
  });

  it('is not asked again when it closes a new connection', async () => {
    const { port, connections } = await started(
      rawReceiver(local, (socket) => void socket.destroy()),
    );

    expect(await sendTo(port)).toMatchObject({ status: null, error: 'unreachable' });
    expect(connections()).toBe(1);
  });

  it('is asked nothing more by a sender that is closed', async () => {
    const { port, connections } = await started(
      rawReceiver(local, (socket) => void socket.write(ANSWER)),
    );
    const by = senderWith({ deadlineMs: 600_000 });
    await sendTo(port, by);

    const pending = sendTo(port, by);
    by.close();

    expect(await pending).toMatchObject({ status: null, error: 'unreachable' });
    expect(connections()).toBe(1);
  });

  it('does not wait for others of its host that do not', async () => {
    const server = await started(receiver(local));
    server.answer = ({ body }) => (body === 'mine' ? { status: 200 } : undefined);
    const by = senderWith({ deadlineMs: 20_000 });
    const send = (body: string) =>
      by.send({
        companyId: 1,
        endpointId: 1,
        url: new URL(`https://127.0.0.1:${server.port}/`),
        headers: {},
        body,
      });
    for (let count = 0; count < 100; count += 1) void send('theirs');

    expect(await send('mine')).toMatchObject({ status: 200 });
  });

  it.each([
    ['17', 17],
    ['nonsense', null],
    ['-5', null],
  ])('is understood when it says Retry-After: %s', async (header, retryAfterSeconds) => {
    const server = await started(receiver(local));
    server.answer = () => ({ status: 503, headers: { 'retry-after': header } });

    expect(await sendTo(server.port)).toMatchObject({ status: 503, retryAfterSeconds });
  });
});

describe('one attempt is one request', () => {
  async function counting(accept: (socket: TLSSocket, ask: () => number) => void) {
    let requests = 0;
    const server = await started(tlsReceiver(local, (socket) => accept(socket, () => ++requests)));
    return Object.assign(server, { requests: () => requests });
  }

  const sendTimes = async (count: number, port: number) => {
    const codes: (number | string | null)[] = [];
    for (let number = 1; number <= count; number += 1) {
      const { status, error } = await sendTo(port);
      codes.push(status ?? error);
    }
    return codes;
  };

  it('to one that always closes without an answer', async () => {
    const { port, requests, connections } = await counting((socket, ask) =>
      socket.on('data', () => {
        ask();
        socket.destroy();
      }),
    );

    expect(await sendTimes(8, port)).toEqual(Array(8).fill('unreachable'));
    expect(requests()).toBe(8);
    expect(connections()).toBe(8);
  });

  it.each([
    ['resets', (socket: TLSSocket) => socket.destroy()],
    ['ends', (socket: TLSSocket) => socket.end()],
  ])('to one that %s a kept connection when it has read the second', async (_, close) => {
    const { port, requests } = await counting((socket, ask) => {
      let own = 0;
      socket.on('data', () => {
        ask();
        own += 1;
        if (own === 1) socket.write(ANSWER);
        else close(socket);
      });
    });

    expect(await sendTimes(6, port)).toEqual([
      ...[200, 'unreachable', 200, 'unreachable', 200, 'unreachable'],
    ]);
    expect(requests()).toBe(6);
  });

  it('to one that had closed the idle connection, over another', async () => {
    const { port, requests, connections } = await counting((socket, ask) =>
      socket.on('data', () => {
        ask();
        socket.write(ANSWER, () => setImmediate(() => socket.end()));
      }),
    );

    expect(await sendTimes(5, port)).toEqual(Array(5).fill(200));
    expect(requests()).toBe(5);
    expect(connections()).toBe(5);
  });

  it('to one that had closed it while this process was too busy to hear of it', async () => {
    const { port, connections, answerUnseen, requests } = await started(
      threadReceiver(local, [ANSWER]),
    );

    for (let number = 1; number <= 5; number += 1) {
      const sending = sendTo(port);
      await eventually(() => expect(requests()).toBe(number));
      answerUnseen();
      expect(await sending).toMatchObject({ status: 200, error: null });
    }

    expect(connections()).toBe(5);
  });

  it('and takes no answer for its own that came with the one before', async () => {
    const { port, connections, answerUnseen, requests } = await started(
      threadReceiver(local, [answerWith('its own'), answerWith('sent ahead')]),
    );

    for (let number = 1; number <= 5; number += 1) {
      const sending = sendTo(port);
      await eventually(() => expect(requests()).toBe(number));
      answerUnseen();
      expect(await sending).toMatchObject({ body: 'its own' });
    }

    expect(connections()).toBe(5);
  });

  it('and takes no answer for its own that came in one piece with the one before', async () => {
    const { port, requests } = await counting((socket, ask) =>
      socket.on('data', () => socket.write(answerWith(`to ${ask()}`) + answerWith('sent ahead'))),
    );

    for (let number = 1; number <= 5; number += 1) {
      expect(await sendTo(port)).toMatchObject({ body: `to ${number}` });
    }
    expect(requests()).toBe(5);
  });
});

describe('a new connection', () => {
  it('takes no answer for its own that came with the end of the handshake', async () => {
    let requests = 0;
    const { port } = await started(
      tlsReceiver({ ...local, maxVersion: 'TLSv1.2' }, (socket) => {
        socket.write(answerWith('sent ahead'));
        socket.on('data', () => socket.write(answerWith(`to ${(requests += 1)}`)));
      }),
    );
    const network = await started(gatheringNetwork(port));
    const sending = sendTo(network.port);
    await eventually(() => expect(recordTypesIn(network.kept())).toContain(APPLICATION_DATA));

    network.letGo();

    expect(await sending).toMatchObject({ status: null, error: 'invalid_response' });
    expect(requests).toBe(0);
  });

  it('that the receiver ends with the handshake is a failed attempt at once', async () => {
    const { port } = await started(
      tlsReceiver({ ...local, maxVersion: 'TLSv1.2' }, (socket) => socket.end()),
    );
    const network = await started(gatheringNetwork(port));
    const sending = sendTo(network.port, senderWith({ deadlineMs: 30_000 }));
    await eventually(() => expect(recordTypesIn(network.kept())).toContain(ALERT));

    network.letGo();

    expect(await sending).toMatchObject({ status: null, error: 'unreachable' });
  }, 20_000);
});

it.each([
  ['of no kind', 'ff0303000401020304'],
  ['that nobody can decrypt', `1703030014${'00'.repeat(20)}`],
])(
  'a record %s in place of an answer is a failed attempt at once',
  async (_, record) => {
    let isAsked = false;
    const { port } = await started(
      tlsReceiver(local, (socket) => socket.on('data', () => void (isAsked = true))),
    );
    const network = await started(holdingNetwork(port));
    const sending = sendTo(network.port, senderWith({ deadlineMs: 30_000 }));
    await eventually(() => expect(network.held()).toBe(1));
    network.letGo();
    await eventually(() => expect(isAsked).toBe(true));

    network.carried[0]?.write(Buffer.from(record, 'hex'));

    expect(await sending).toMatchObject({ status: null, error: 'tls_error' });
  },
  20_000,
);

describe('the connections of an endpoint', () => {
  const persistent = () =>
    started(tlsReceiver(local, (socket) => socket.on('data', () => void socket.write(ANSWER))));

  it('serve no other endpoint at the same address', async () => {
    const { port, connections } = await persistent();

    for (const endpointId of [1, 2, 1, 2, 3]) {
      expect(await sendTo(port, sender, endpointId)).toMatchObject({ status: 200 });
    }

    expect(connections()).toBe(3);
  });

  it('serve no other address of the same endpoint', async () => {
    const [before, after] = [await persistent(), await persistent()];

    for (const { port } of [before, after, before]) {
      expect(await sendTo(port)).toMatchObject({ status: 200 });
    }

    expect([before.connections(), after.connections()]).toEqual([1, 1]);
  });

  it('serve no other path of the same endpoint', async () => {
    const { port, received } = await started(receiver(local));
    const paths = ['/hook', '/hook?token=1', '/moved', '/hook'];

    for (const path of paths) await sendTo(port, sender, 1, 1, path);

    expect(received.map(({ path }) => path)).toEqual(paths);
  });

  it('are closed when many others are kept, those first that have been idle the longest', async () => {
    const { port, connections } = await persistent();
    const by = senderWith({ maxKeptConnections: 2 });
    const send = (endpointId: number) => sendTo(port, by, endpointId);

    for (const endpointId of [1, 2, 3]) await send(endpointId);
    for (const endpointId of [3, 2]) await send(endpointId);
    expect(connections()).toBe(3);

    await send(1);
    expect(connections()).toBe(4);
  });

  it('are closed sooner than the receiver says that it closes them', async () => {
    let isClosed = false;
    const { port } = await started(
      tlsReceiver(local, (socket) => {
        socket.once('close', () => (isClosed = true));
        socket.on('data', () =>
          socket.write('HTTP/1.1 200 OK\r\nKeep-Alive: timeout=2\r\nContent-Length: 0\r\n\r\n'),
        );
      }),
    );

    await sendTo(port);

    await eventually(() => expect(isClosed).toBe(true));
  });
});

describe('a receiver that misbehaves', () => {
  it.each(MISBEHAVIOURS)('%s', async (_, misbehave, outcome) => {
    const { port } = await started(rawReceiver(local, misbehave));

    const sent = await sendTo(port);

    expect(sent).toMatchObject(outcome);
    expect(sent.body?.length ?? 0).toBeLessThanOrEqual(2_048);
    expect(sent.durationMs).toBeLessThan(DEADLINE_MS + 500);
  });

  it.each(MALFORMED)('sends %s, which is no answer', async (_, answer) => {
    const { port, connections } = await started(
      tlsReceiver(local, (socket) => socket.on('data', () => socket.write(answer, 'latin1'))),
    );

    for (let number = 1; number <= 2; number += 1) {
      expect(await sendTo(port)).toMatchObject({
        status: null,
        error: 'invalid_response',
        body: null,
      });
    }
    expect(connections()).toBe(2);
  });

  it.each(MALFORMED_CHUNKS)('sends chunks with %s, and loses the connection', async (_, chunks) => {
    const answer = `${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunks}`;
    const { port, connections } = await started(
      tlsReceiver(local, (socket) => socket.on('data', () => socket.write(answer, 'latin1'))),
    );

    for (let number = 1; number <= 2; number += 1) {
      expect(await sendTo(port)).toMatchObject({ status: 200, error: null });
    }
    expect(connections()).toBe(2);
  });

  it.each([...FLOODS, ...DRIBBLES])(
    '%s, of which little is read',
    async (_, misbehave, outcome) => {
      const { port } = await started(rawReceiver(local, misbehave));

      // Longer than any test: only a cut ends it.
      expect(await sendTo(port, senderWith({ deadlineMs: 600_000 }))).toMatchObject(outcome);
    },
  );

  it('goes on after its answer, and loses the connection', async () => {
    let isClosed = false;
    const { port } = await started(
      rawReceiver(local, (socket) => {
        socket.once('close', () => (isClosed = true));
        socket.write(`${HEAD}Content-Length: 0\r\n\r\n`, () => flood(socket, 'more'));
      }),
    );

    expect(await sendTo(port)).toMatchObject({ status: 200 });
    await eventually(() => expect(isClosed).toBe(true));
  });

  it('sends an empty line while nothing is asked, and loses the connection', async () => {
    let kept: TLSSocket | undefined;
    let isClosed = false;
    const { port } = await started(
      rawReceiver(local, (socket) => {
        kept = socket;
        socket.once('close', () => (isClosed = true));
        socket.write(ANSWER);
      }),
    );
    expect(await sendTo(port)).toMatchObject({ status: 200 });

    kept?.write('\r\n');

    await eventually(() => expect(isClosed).toBe(true));
  });

  it('hangs in the TLS handshake', async () => {
    const { port } = await started(silentServer());

    expect(await sendTo(port)).toMatchObject({ status: null, error: 'timeout' });
  });

  it('hangs in the TLS handshake, and loses the connection at the deadline', async () => {
    const { port, open } = await started(silentServer());

    const sending = sendTo(port);
    await eventually(() => expect(open()).toBe(1));

    expect(await sending).toMatchObject({ error: 'timeout' });
    await eventually(() => expect(open()).toBe(0));
  });

  it.each<[string, TlsOptions]>([
    [
      'numbers of its own',
      { maxVersion: 'TLSv1.2', ciphers: 'DHE-RSA-AES128-GCM-SHA256', dhparam: 'auto' },
    ],
    ['numbers of 8,192 bits', { minVersion: 'TLSv1.3', ecdhCurve: 'ffdhe8192' }],
  ])('exchanges keys by %s alone, which would take long', async (_, options) => {
    const { port, connections } = await started(
      tlsReceiver({ ...certified, ...options }, (socket) =>
        socket.on('data', () => void socket.write(ANSWER)),
      ),
    );

    expect(await sendTo(port, senderWith({ ca: certified.cert }))).toMatchObject({
      status: null,
      error: 'tls_error',
    });
    expect(connections()).toBe(0);
  });

  it.each(['X25519', 'P-256', 'P-384', 'P-521'])('may exchange keys by %s', async (ecdhCurve) => {
    const { port } = await started(
      tlsReceiver({ ...local, ecdhCurve }, (socket) =>
        socket.on('data', () => void socket.write(ANSWER)),
      ),
    );

    expect(await sendTo(port)).toMatchObject({ status: 200 });
  });

  it.each(UNHEARD)('sends %s in place of an answer, of which few are read', async (what) => {
    const { port, open } = await started(unheardReceiver(local, { what }));

    // Longer than any test: only a cut ends it.
    expect(await sendTo(port, senderWith({ deadlineMs: 600_000 }))).toMatchObject({
      status: null,
      error: 'invalid_response',
    });
    await eventually(() => expect(open()).toBe(0));
  });

  it.each(UNHEARD)('sends %s while nothing is asked, and loses the connection', async (what) => {
    const { port, open } = await started(unheardReceiver(local, { what, answer: ANSWER }));

    expect(await sendTo(port)).toMatchObject({ status: 200 });

    await eventually(() => expect(open()).toBe(0));
  });

  it.each<[string, TlsOptions]>([
    ['TLS 1.2', { maxVersion: 'TLSv1.2' }],
    ['a group of which it has to be asked', { ecdhCurve: 'P-384' }],
  ])('has %s, and so two flights in each of 32 handshakes at once', async (_, options) => {
    const { port } = await started(
      tlsReceiver({ ...local, ...options }, (socket) =>
        socket.once('data', () => void socket.write(ANSWER)),
      ),
    );
    const by = senderWith({ deadlineMs: 10_000 });

    const sent = await Promise.all([...Array(32).keys()].map((id) => sendTo(port, by, 1_000 + id)));

    expect(sent.filter(({ status }) => status !== 200)).toEqual([]);
  });

  describe('has a certificate', () => {
    it.each<[string, string, () => Promise<Certificate>]>([
      ['for another name', 'certificate_wrong_name', () => authority.certify('other.example')],
      [
        'whose time is over',
        'certificate_expired',
        () => authority.certifyUntilAnHourAgo('127.0.0.1'),
      ],
      ['signed by itself', 'certificate_self_signed', () => createSelfSigned('127.0.0.1')],
      ['of an authority that nobody trusts', 'certificate_self_signed', unknownWithAuthority],
      ['whose issuer it does not show', 'certificate_chain_incomplete', unknownAlone],
    ])('%s: %s', async (_, error, certificate) => {
      const { port, received } = await started(receiver(await certificate()));

      expect(await sendTo(port)).toMatchObject({ status: null, error });
      expect(received).toHaveLength(0);
    });

    async function unknownAlone(): Promise<Certificate> {
      const unknown = await createCertificateAuthority('Unknown CA');
      return unknown.certify('127.0.0.1');
    }

    async function unknownWithAuthority(): Promise<Certificate> {
      const unknown = await createCertificateAuthority('Unknown CA');
      const { key, cert } = await unknown.certify('127.0.0.1');
      return { key, cert: [cert, unknown.ca].join('\n') };
    }
  });

  it.each([
    ['nothing', ''],
    ['one byte', '\x16'],
  ])(
    'says %s in its handshakes, and delays no healthy endpoint of its company',
    async (_, said) => {
      const bad = await started(silentServer(said));
      const healthy = await started(receiver(local));
      const by = senderWith({ deadlineMs: 10_000 });
      const hanging = [...Array(16).keys()].map((number) => sendTo(bad.port, by, 1 + (number % 8)));
      await eventually(() => expect(bad.open()).toBe(16));

      const sent = await Promise.race([sendTo(healthy.port, by, 99), ...hanging]);

      expect(sent).toMatchObject({ status: 200 });
      by.close();
      await Promise.all(hanging);
    },
  );

  it('does not listen', async () => {
    const { port, close } = await silentServer();
    await close();

    expect(await sendTo(port)).toMatchObject({ status: null, error: 'unreachable' });
  });
});

describe('addresses at send time', () => {
  const sendToName = (by: Sender, port: number) =>
    by.send({
      companyId: 1,
      endpointId: 1,
      url: new URL(`https://receiver.example:${port}/`),
      headers: {},
      body: '{}',
    });

  it('connects to the address that was checked', async () => {
    const { port, received } = await started(receiver(local));
    const by = senderWith({ resolve: async () => ['127.0.0.1'] });

    expect(await sendToName(by, port)).toMatchObject({ status: 200 });
    expect(received).toHaveLength(1);
  });

  it('refuses a name that has one bad address among good ones', async () => {
    const { port, received } = await started(receiver(local));
    const by = senderWith({ resolve: async () => ['127.0.0.1', '10.0.0.1'] });

    expect(await sendToName(by, port)).toMatchObject({
      status: null,
      error: 'blocked_address',
    });
    expect(received).toHaveLength(0);
  });

  it('takes a name that has more addresses than any receiver for unreachable', async () => {
    const { port } = await started(receiver(local));
    const named = (count: number) => {
      const addresses = Array<string>(count).fill('127.0.0.1');
      return sendToName(senderWith({ resolve: async () => addresses }), port);
    };

    expect(await named(64)).toMatchObject({ status: 200 });
    expect(await named(65)).toMatchObject({ status: null, error: 'unreachable' });
  });

  it('refuses a name that answers otherwise than when it was subscribed', async () => {
    const { port, received } = await started(receiver(local));
    const guard = createAddressGuard([]);
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    const resolve: ResolveHost = async () => answers.shift() ?? [];
    const by = senderWith({ exempt: [], resolve });

    await expect(
      resolveAllowedAddresses('receiver.example', { guard, resolve }),
    ).resolves.toHaveLength(1);
    expect(await sendToName(by, port)).toMatchObject({ error: 'blocked_address' });
    expect(received).toHaveLength(0);
  });

  it('refuses literal addresses, for which nothing is looked up', async () => {
    const { port, received } = await started(receiver(local));

    expect(await sendTo(port, senderWith({ exempt: [] }))).toMatchObject({
      status: null,
      error: 'blocked_address',
    });
    expect(received).toHaveLength(0);
  });

  it('refuses what a platform of a cloud answers, by whatever name', async () => {
    const by = senderWith({ resolve: async () => ['168.63.129.16'] });

    expect(await sendToName(by, 8443)).toMatchObject({ error: 'blocked_address' });
  });

  it('does not wait longer than the deadline for a name', async () => {
    const by = senderWith({ resolve: () => new Promise(() => undefined) });

    expect(await sendToName(by, 443)).toMatchObject({ error: 'timeout' });
  });

  it('takes a name that does not exist for unreachable', async () => {
    expect(await sendToName(senderWith(), 443)).toMatchObject({ error: 'unreachable' });
  });
});
