import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { eventually } from '@svc/testing';
import { createConnections } from '../src/admission/connections';
import { PublicRequest } from '../src/admission/exchange';
import { parseAddressRanges } from '../src/keys/address-ranges';
import { aGateway } from './a-gateway';

const MAX_WAITING_PER_CONNECTION = 64;
const MAX_WAITING_OF_A_CLIENT = 1_000;
/** Node.js reads this much from a socket at once. */
const ONE_READ_BYTES = 64 * 1024;

const NOBODY = { id: '', address: '', client: '', startedAt: 0n, hasLeft: false };
const NO_LIMITS = { stallTimeoutMs: 30_000, trustedProxies: parseAddressRanges([]) };

async function arrive(
  port: number,
  bytes: string,
): Promise<{ socket: Socket; text: () => string }> {
  const received: Buffer[] = [];
  const socket = connect(port, '127.0.0.1');
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  // Closing a connection with unread bytes resets it.
  socket.on('error', () => undefined);
  socket.write(bytes);
  return { socket, text: () => Buffer.concat(received).toString() };
}

describe('a connection with many pipelined requests', () => {
  const COUNT = 500;

  it('is answered one after the other, while others are served', async () => {
    const gateway = await aGateway();
    const { slug } = await gateway.givenCompany({ limits: { list_reads_per_minute: 10_000 } });
    const { key } = await gateway.givenKey(slug);
    let release = (): void => undefined;
    let isHolding = true;
    let atOnce = 0;
    let mostAtOnce = 0;
    gateway.service.behave(({ url = '' }, response) => {
      const n = /n=(\d+)/.exec(url)?.[1];
      response.setHeader('content-type', 'application/json');
      if (n === undefined) {
        response.end('{}');
        return;
      }
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      const answer = (): void => {
        atOnce -= 1;
        response.end(`{"n":${n}}`);
      };
      if (isHolding) release = answer;
      else setImmediate(answer);
    });
    const requests = Array.from(
      { length: COUNT },
      (_, n) => `GET /api/v1/jobs?n=${n} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`,
    );

    const { socket, text } = await arrive(gateway.port, requests.join(''));
    await eventually(() => expect(atOnce).toBe(1));
    expect((await gateway.ask('/api/v1/jobs', { key })).status).toBe(200);
    isHolding = false;
    release();

    await eventually(() => expect(text().match(/\{"n":\d+\}/g)?.length).toBe(COUNT), {
      within: 20_000,
    });
    const order = [...text().matchAll(/\{"n":(\d+)\}/g)].map(([, n]) => Number(n));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(text().match(/HTTP\/1\.1 200/g)?.length).toBe(COUNT);
    expect(mostAtOnce).toBe(1);
    socket.destroy();
    await gateway.close();
  });

  it.each([
    [64, 10_000],
    [8 * 1024, 500],
  ])('is not read on while the service is behind (padding %d)', async (padding, count) => {
    const request = `GET /a HTTP/1.1\r\nHost: x\r\nPadding: ${'x'.repeat(padding)}\r\n\r\n`;
    const held: ServerResponse[] = [];
    let isHolding = true;
    let peer: Socket | undefined;
    let arrived = 0;
    let answered = 0;
    let mostUnanswered = 0;
    const answer = (response: ServerResponse): void => {
      answered += 1;
      response.end('ok');
    };
    const { accept, enqueue } = createConnections(({ response }) => {
      if (isHolding) held.push(response);
      else setImmediate(answer, response);
    }, NO_LIMITS);
    const server = createServer({ IncomingMessage: PublicRequest }, (incoming, response) => {
      arrived += 1;
      mostUnanswered = Math.max(mostUnanswered, arrived - answered);
      enqueue({ ...NOBODY, request: incoming, response });
    });
    server.on('connection', (socket: Socket) => {
      peer = socket;
      accept(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;

    const { socket } = await arrive(port, request.repeat(count));
    await eventually(() => expect(peer?.isPaused()).toBe(true));
    isHolding = false;
    for (const response of held) answer(response);
    await eventually(() => expect(answered).toBe(count), { within: 20_000 });

    expect(mostUnanswered).toBeLessThanOrEqual(
      1 + MAX_WAITING_PER_CONNECTION + Math.ceil(ONE_READ_BYTES / request.length),
    );
    socket.destroy();
    server.close();
  });

  it('is closed where its client has more of them in memory than it may', async () => {
    const held: ServerResponse[] = [];
    const open = new Set<Socket>();
    let accepted = 0;
    let parsedInVain = 0;
    const { accept, enqueue } = createConnections(
      ({ response }) => void held.push(response),
      NO_LIMITS,
    );
    const server = createServer({ IncomingMessage: PublicRequest }, (incoming, response) => {
      if (incoming.socket.destroyed) parsedInVain += 1;
      const client = String(incoming.headers['x-client']);
      enqueue({ ...NOBODY, request: incoming, response, client });
    });
    server.on('connection', (socket: Socket) => {
      accepted += 1;
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      accept(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const request = (client: string) => `GET /a HTTP/1.1\r\nHost: x\r\nX-Client: ${client}\r\n\r\n`;
    const FLOOD = 400;
    const flood = () => arrive(port, request('a').repeat(FLOOD));
    const MAX_OPEN = Math.floor(MAX_WAITING_OF_A_CLIENT / FLOOD);

    const sockets: Socket[] = [];
    for (let n = 0; n < 12; n += 1) sockets.push((await flood()).socket);
    await eventually(() => expect([accepted, open.size]).toEqual([12, MAX_OPEN]));
    // Nothing more of the same read is parsed once the connection is closed.
    expect(parsedInVain).toBe(0);

    const begunOf = (client: string) =>
      held.filter(({ req, destroyed }) => !destroyed && req.headers['x-client'] === client).length;
    const other = await arrive(port, request('b').repeat(FLOOD));
    await eventually(() => expect(begunOf('b')).toBe(1));
    other.socket.destroy();
    for (const socket of sockets) socket.destroy();
    // It is noticed when reading resumes.
    await eventually(() => {
      for (const response of held.splice(0)) response.end();
      expect(open.size).toBe(0);
    });
    const again = await flood();
    await eventually(() => expect(begunOf('a')).toBe(1));
    again.socket.destroy();
    server.close();
  });

  it('lets other connections have their turns between its requests', async () => {
    const begun: string[] = [];
    const { accept, enqueue } = createConnections(({ client, response }) => {
      begun.push(client);
      response.end('refused');
    }, NO_LIMITS);
    const server = createServer({ IncomingMessage: PublicRequest }, (incoming, response) => {
      const client = String(incoming.headers['x-client']);
      enqueue({ ...NOBODY, request: incoming, response, client });
    });
    server.on('connection', accept);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const request = (client: string) => `GET /a HTTP/1.1\r\nHost: x\r\nX-Client: ${client}\r\n\r\n`;
    const FLOOD = 400;
    const sockets = Array.from({ length: 2 }, () => connect(port, '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket.resume(), 'connect')));

    sockets[0]?.write(request('flood').repeat(FLOOD));
    sockets[1]?.write(request('other'));

    await eventually(() => expect(begun.length).toBe(FLOOD + 1));
    expect(begun.indexOf('other')).toBeLessThan(FLOOD / 4);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  describe('behind a request that is not answered yet', () => {
    async function behindWrite(following: (key: string) => string) {
      const gateway = await aGateway();
      const { slug } = await gateway.givenCompany();
      const { key } = await gateway.givenKey(slug);
      let release = (): void => undefined;
      gateway.service.behave(({ url }, response) => {
        response.setHeader('content-type', 'application/json');
        const answer = (): void => void response.end(JSON.stringify({ url }));
        if (url?.includes('first')) release = answer;
        else answer();
      });
      const first = `POST /api/v1/jobs?n=first HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Length: 2\r\n\r\n{}`;
      const { socket, text } = await arrive(gateway.port, first + following(key));
      await eventually(() => expect(gateway.service.seen.length).toBeGreaterThan(0));
      return { gateway, key, socket, text, release: () => release() };
    }
    const statuses = (text: string): string[] =>
      [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => String(status));

    it('a body is asked for only once the answers before it are out', async () => {
      const { gateway, socket, text, release } = await behindWrite(
        (key) =>
          `POST /api/v1/jobs HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
      );
      await eventually(() => expect(gateway.service.seen.length).toBe(1));
      expect(text()).toBe('');

      release();
      await eventually(() => expect(statuses(text())).toEqual(['200', '100']));
      expect(text()).toMatch(/\{"url":"[^"]*first"\}HTTP\/1\.1 100 Continue\r\n\r\n$/);
      socket.write('{}');
      await eventually(() => expect(statuses(text())).toEqual(['200', '100', '200']));
      socket.destroy();
      await gateway.close();
    });

    it('CONNECT is refused after its answer', async () => {
      const { gateway, socket, text, release } = await behindWrite(
        () => 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n',
      );

      release();
      await eventually(() => expect(statuses(text())).toEqual(['200', '405']));
      socket.destroy();
      await gateway.close();
    });

    it.each([
      ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['what is no HTTP', 'no HTTP\r\n\r\n'],
    ])('little is read of what goes on behind %s', async (_, following) => {
      const { gateway, socket, text, release } = await behindWrite(() => following);
      const bytes = 64 * 1_048_576;
      socket.write(Buffer.alloc(bytes, 'x'));
      for (let asked = 0; asked < 100; asked += 1) await gateway.ask('/healthz');

      expect(socket.writableLength).toBeGreaterThan(bytes / 2);
      release();
      await eventually(() => expect(statuses(text()).length).toBe(2));
      socket.destroy();
      await gateway.close();
    });

    const CHUNKED = 'Host: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    it.each([
      ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['what is no HTTP', 'no HTTP\r\n\r\n'],
      ['a body that breaks', `POST /api/v1/jobs HTTP/1.1\r\n${CHUNKED}no length\r\n`],
      ['a refused body that breaks', `PATCH /healthz HTTP/1.1\r\n${CHUNKED}no length\r\n`],
    ])('%s leaves it to be noticed that the client is gone', async (_, following) => {
      const gateway = await aGateway({ serviceTimeoutMs: 60_000 });
      const { slug } = await gateway.givenCompany();
      const { key } = await gateway.givenKey(slug);
      const held: ServerResponse[] = [];
      gateway.service.behave((_, response) => void held.push(response));
      const read = `GET /api/v1/jobs HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`;
      const [request = '', body = ''] = following.split(/(?=no length)/);
      const { socket } = await arrive(gateway.port, read + request);
      await eventually(() => expect(held.length).toBe(1));
      await gateway.ask('/healthz');
      socket.write(body);
      await gateway.ask('/healthz');

      socket.end();

      await eventually(() => expect(held[0]?.closed).toBe(true));
      await gateway.close();
    });

    it('a body may break, and takes no answer with it', async () => {
      const { gateway, socket, text, release } = await behindWrite(
        () => 'PATCH /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
      );

      socket.write('no length\r\n');
      // It has been read by the time this one has its response.
      await gateway.ask('/healthz');
      release();
      await new Promise((resolve) => socket.once('close', resolve));

      expect(statuses(text())).toEqual(['200', '400']);
      await gateway.close();
    });

    it('a body that breaks after its answer has been taken ends the connection at once', async () => {
      const { gateway, key, socket, release } = await behindWrite(() => '');
      const head = `GET /healthz HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n`;
      const other = await arrive(gateway.port, `${head}Transfer-Encoding: chunked\r\n\r\n`);
      await eventually(() => expect(statuses(other.text())).toEqual(['200']));

      other.socket.write('no length\r\n');
      await new Promise((resolve) => other.socket.once('close', resolve));

      release();
      socket.destroy();
      await gateway.close();
    });

    const PIECES = `${'1\r\n[\r\n'.repeat(4_200)}0\r\n\r\n`;
    const TOO_LARGE = `${`8000\r\n${' '.repeat(32_768)}\r\n`.repeat(33)}0\r\n\r\n`;
    it.each([
      ['GET /api/v1/jobs', PIECES],
      ['GET /healthz', PIECES],
      ['POST /api/v1/jobs', PIECES],
      ['POST /api/v1/jobs', TOO_LARGE],
    ])('nothing begins behind %s with more of a body than may be', async (line, body) => {
      const { gateway, key, socket, release } = await behindWrite(() => '');
      const head = `HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n`;
      const write = `POST /api/v1/jobs?n=behind ${head}Content-Length: 2\r\n\r\n{}`;

      const other = await arrive(
        gateway.port,
        `${line} ${head}Transfer-Encoding: chunked\r\n\r\n${body}${write.repeat(2)}`,
      );
      await new Promise((resolve) => other.socket.once('close', resolve));

      expect(gateway.service.seen.filter(({ url }) => url.includes('behind'))).toEqual([]);
      release();
      socket.destroy();
      await gateway.close();
    });

    it('nothing begins behind another one whose answer will end the connection', async () => {
      const { gateway, socket, text, release } = await behindWrite((key) => {
        const headers = `Host: x\r\nX-API-Key: ${key}\r\n`;
        const write = `POST /api/v1/jobs HTTP/1.1\r\n${headers}Content-Length: 2\r\n\r\n{}`;
        return `GET /api/v1/jobs HTTP/1.1\r\nHost: y\r\n${headers}\r\n${write.repeat(5)}`;
      });

      release();
      await new Promise((resolve) => socket.once('close', resolve));

      expect(statuses(text())).toEqual(['200', '400']);
      expect(gateway.service.seen).toHaveLength(1);
      await gateway.close();
    });
  });

  it('has nothing carried out behind a request that ends the connection', async () => {
    const gateway = await aGateway();
    const { slug } = await gateway.givenCompany();
    const { key } = await gateway.givenKey(slug);
    const broken = `GET /api/v1/jobs HTTP/1.1\r\nHost: x\r\nHost: y\r\nX-API-Key: ${key}\r\n\r\n`;
    const write = `POST /api/v1/jobs HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Length: 2\r\n\r\n{}`;

    const { socket, text } = await arrive(gateway.port, broken.repeat(16) + write.repeat(9));
    await new Promise((resolve) => socket.once('close', resolve));

    expect(text()).toMatch(/^HTTP\/1\.1 400 /);
    expect(gateway.service.seen).toEqual([]);
    await gateway.close();
  });
});
