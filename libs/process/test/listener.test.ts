import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { createLogger } from '@svc/logging';
import { eventually } from '@svc/testing';
import { createServiceServer } from '../src';
import { bind, unbind } from '../src/listener';

const GOOD = 'GET /good HTTP/1.1\r\nHost: x\r\n\r\n';
const CONNECT = 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n';
const GARBAGE = 'no request\r\n\r\n';
/** The second chunk has no length. */
const BROKEN_BODY =
  'POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nno length\r\n';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

let server: Server;
const written: string[] = [];
const exchanges: Exchange[] = [];
const sockets: Socket[] = [];

beforeEach(async () => {
  const destination = { write: (line: string) => void written.push(line) };
  const log = createLogger({ name: 'service', level: 'info', destination });
  server = createServiceServer((request, response) => exchanges.push({ request, response }), log);
  await bind(server, { host: '127.0.0.1', port: 0, variable: 'PORT' });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
  written.length = 0;
  exchanges.length = 0;
});

function send(bytes: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  socket.on('error', () => undefined);
  socket.write(bytes);
  return { socket, text: () => received, closed: once(socket, 'close') };
}

const nth = (count: number): Promise<Exchange> =>
  eventually(() => {
    const exchange = exchanges[count - 1];
    if (!exchange) throw new Error(`${exchanges.length} of ${count} requests have come.`);
    return exchange;
  });

const statuses = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => String(status));

describe('a server that closes', () => {
  it('answers a client whose connection is new and whose request is on its way', async () => {
    const idle = send(GOOD);
    (await nth(1)).response.end('done');
    await eventually(() => expect(statuses(idle.text())).toEqual(['200']));
    const { socket, text, closed } = send('');
    await once(server, 'connection');

    const unbound = unbind(server);
    await idle.closed;
    socket.write(GOOD);
    const { response } = await nth(2);
    response.setHeader('Connection', 'close').end('done');

    await closed;
    expect(statuses(text())).toEqual(['200']);
    await unbound;
  });

  it('answers a client that has connected while the process was busy', async () => {
    const connected = new Int32Array(new SharedArrayBuffer(4));
    const { port } = server.address() as AddressInfo;
    const client = new Worker(
      `const { parentPort, workerData: { port, request, connected } } = require('node:worker_threads');
       let text = '';
       const socket = require('node:net').connect(port, '127.0.0.1', () => {
         socket.write(request);
         Atomics.store(connected, 0, 1);
         Atomics.notify(connected, 0);
       });
       socket.on('data', (data) => (text += data)).on('error', ({ code }) => (text += code));
       socket.on('close', () => parentPort.postMessage(text));`,
      { eval: true, workerData: { port, request: GOOD, connected } },
    );
    const text = once(client, 'message');
    expect(Atomics.wait(connected, 0, 0, 10_000)).not.toBe('timed-out');

    const unbound = unbind(server);
    const { response } = await nth(1);
    response.setHeader('Connection', 'close').end('done');

    expect(statuses(String(await text))).toEqual(['200']);
    await unbound;
    await client.terminate();
  });
});

describe('what is no request of HTTP', () => {
  it.each([
    ['CONNECT', CONNECT, '405'],
    ['anything else', GARBAGE, '400'],
  ])(
    'is refused behind the answers before it, whenever they come: %s',
    async (_, bytes, status) => {
      const { text, closed } = send(GOOD + bytes);
      const { response } = await nth(1);
      response.write('half');
      await eventually(() => expect(text()).toContain('half'));
      await eventually(() => expect(written.length).toBe(1));
      expect(statuses(text())).toEqual(['200']);

      response.end('whole');
      await closed;

      expect(text()).toMatch(/half\r\n5\r\nwhole\r\n0\r\n\r\nHTTP\/1\.1 4/);
      expect(statuses(text())).toEqual(['200', status]);
    },
  );

  it('ends a request in the middle of its body with the one answer that it gets', async () => {
    const { text, closed } = send(BROKEN_BODY);
    const { request } = await nth(1);
    await closed;

    await eventually(() => expect(request.destroyed).toBe(true));
    expect(statuses(text())).toEqual(['400']);
    expect(written).toHaveLength(1);
  });

  it('adds nothing to an answer that has begun before the body broke', async () => {
    const { socket, text, closed } = send(BROKEN_BODY.slice(0, -11));
    const { request, response } = await nth(1);
    request.on('error', () => undefined);
    response.write('half');
    await eventually(() => expect(text()).toContain('half'));

    socket.write(BROKEN_BODY.slice(-11));
    await closed;

    expect(text()).toMatch(/half\r\n$/);
  });

  it('leaves one line, and no error where its client is gone', async () => {
    const { socket, closed } = send(GOOD + CONNECT);
    const { response } = await nth(1);
    await eventually(() => expect(written.length).toBe(1));
    socket.resetAndDestroy();
    await closed;
    response.end('to nobody');

    const other = send(GOOD);
    (await nth(2)).response.end('to somebody');
    await eventually(() => expect(other.text()).toContain('to somebody'));
    expect(written.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        msg: 'malformed HTTP request',
        client_address: '127.0.0.1',
        status: 405,
        reason: 'CONNECT',
      },
    ]);
  });
});

describe('a listener that closes', () => {
  const LARGE = 'x'.repeat(16 * 1024 * 1024);

  it('is waited for until clients have taken the answers that have ended, and those behind them', async () => {
    const { socket, text, closed } = send(GOOD + GOOD);
    socket.pause();
    const [first, second] = [await nth(1), await nth(2)];
    first.response.end(LARGE);
    await eventually(() => expect(first.response.writableEnded).toBe(true));
    let isClosed = false;

    const closing = unbind(server).finally(() => (isClosed = true));
    second.response.end('behind');
    await eventually(() => expect(server.listening).toBe(false));
    for (let sweeps = 0; sweeps < 5; sweeps += 1) server.closeIdleConnections();
    expect(isClosed).toBe(false);
    socket.resume();
    await Promise.all([closing, closed]);

    expect(text()).toHaveLength(text().indexOf('behind') + 'behind'.length);
    expect(text().length).toBeGreaterThan(LARGE.length);
  });

  it('closes what is idle', async () => {
    const { closed, text } = send(GOOD);
    (await nth(1)).response.end('well');
    const silent = send('');
    await eventually(() => expect(text()).toContain('well'));

    await unbind(server);

    await Promise.all([closed, silent.closed]);
  });
});
