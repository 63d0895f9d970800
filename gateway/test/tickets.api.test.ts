import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { eventually } from '@svc/testing';
import { aGateway, type AGateway } from './a-gateway';

const MAX_PER_COMPANY = 40;
const MAX_PER_SERVICE = 32;
const MIB = 1024 * 1024;
const BODY = Buffer.from(`{"notes":"${'x'.repeat(MIB)}`.slice(0, MIB - 2) + '"}');
/** Held requests end only when their client leaves. */
const LONG_MS = 60_000;
const PATIENCE = { within: 20_000 };

let gateway: AGateway;
let keys: readonly [string, string];
let othersKey: string;
let held: { readonly url: string; readonly response: ServerResponse }[];
let failures: number;
let opened: Socket[];

async function start(serviceTimeoutMs: number): Promise<void> {
  gateway = await aGateway({ serviceTimeoutMs });
  const limits = { list_reads_per_minute: 10_000, writes_per_minute: 1_000 };
  const { slug } = await gateway.givenCompany({ limits });
  keys = [(await gateway.givenKey(slug)).key, (await gateway.givenKey(slug)).key];
  const other = await gateway.givenCompany({ limits });
  othersKey = (await gateway.givenKey(other.slug)).key;
  held = [];
  failures = 0;
  opened = [];
  gateway.parts.upstreams.jobs.breaker.on('failure', () => void (failures += 1));
  gateway.service.behave(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    if (url.includes('hold')) held.push({ url, response });
    else response.end('{}');
  });
}
afterEach(async () => {
  for (const socket of opened) socket.destroy();
  await gateway.close();
});

function open(bytes: string | Buffer): { readonly socket: Socket; readonly text: () => string } {
  const received: Buffer[] = [];
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.write(bytes);
  opened.push(socket);
  return { socket, text: () => Buffer.concat(received).toString('latin1') };
}

const readMany = (count: number, path = '/api/v1/jobs') =>
  Array.from({ length: count }, (_, n) =>
    open(`GET ${path}?hold=${n} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys[n % 2]}\r\n\r\n`),
  );
const statusesOf = async (key: string, count: number) => {
  const asked = Array.from({ length: count }, () => gateway.ask('/api/v1/jobs', { key }));
  return new Set((await Promise.all(asked)).map(({ status }) => status));
};
const statusIn = (text: string): string => text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);

it('40 requests of a company are under way, 32 of them at one service, while others are answered', async () => {
  await start(LONG_MS);
  readMany(MAX_PER_COMPANY);
  await eventually(() => expect(held.length).toBe(MAX_PER_SERVICE));
  readMany(MAX_PER_COMPANY, '/api/v1/customers');
  await eventually(() => expect(held.length).toBe(MAX_PER_COMPANY));

  expect(await statusesOf(othersKey, 2 * MAX_PER_COMPANY)).toEqual(new Set([200]));

  expect(held.filter(({ url }) => url.includes('customers'))).toHaveLength(
    MAX_PER_COMPANY - MAX_PER_SERVICE,
  );
  expect(failures).toBe(0);
});

it('the rest waits and is begun in the order in which it came', async () => {
  await start(LONG_MS);
  const numbersOf = () => held.map(({ url }) => Number(/hold=(\d+)/.exec(url)?.[1]));
  for (let n = 0; n < MAX_PER_SERVICE + 5; n += 1) {
    open(`GET /api/v1/jobs?hold=${n} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys[0]}\r\n\r\n`);
    await gateway.ask('/healthz');
  }
  await eventually(() => expect(held.length).toBe(MAX_PER_SERVICE));

  for (let ended = 0; ended < 5; ended += 1) {
    held[ended]?.response.end('{}');
    await eventually(() => expect(held.length).toBe(MAX_PER_SERVICE + ended + 1));
  }

  expect(numbersOf()).toEqual(Array.from({ length: MAX_PER_SERVICE + 5 }, (_, n) => n));
});

it('what waits for too long is a 500 that no breaker counts', async () => {
  await start(1_500);
  gateway.service.behave((_, response) => {
    response.setHeader('content-type', 'application/json');
    // Two rounds fit into the deadline; the rest waits for longer.
    setTimeout(() => response.end('{}'), 600);
  });

  const clients = readMany(4 * MAX_PER_SERVICE);

  await eventually(
    () => expect(clients.filter(({ text }) => text() !== '').length).toBe(clients.length),
    PATIENCE,
  );
  const statuses = clients.map(({ text }) => statusIn(text()));
  expect(new Set(statuses)).toEqual(new Set(['200', '500']));
  expect(failures).toBe(0);
  expect(gateway.parts.upstreams.jobs.breaker.opened).toBe(false);
  expect(await statusesOf(othersKey, 20)).toEqual(new Set([200]));
}, 60_000);

it('what is abandoned while it waits is never begun, and leaves its ticket', async () => {
  await start(LONG_MS);
  readMany(MAX_PER_SERVICE);
  await eventually(() => expect(held.length).toBe(MAX_PER_SERVICE));
  const waiting = readMany(2 * MAX_PER_SERVICE);
  await eventually(async () => expect(await gateway.connections()).toBe(3 * MAX_PER_SERVICE));

  for (const { socket } of waiting) socket.destroy();
  await eventually(async () => expect(await gateway.connections()).toBe(MAX_PER_SERVICE));
  for (const socket of opened) socket.destroy();

  await eventually(() => expect(held.filter(({ response }) => !response.closed).length).toBe(0));
  expect(await statusesOf(keys[0], 2 * MAX_PER_SERVICE)).toEqual(new Set([200]));
  expect(held).toHaveLength(MAX_PER_SERVICE);
  expect(failures).toBe(0);
});

it('a request that outlives its client keeps its ticket until it has ended', async () => {
  await start(LONG_MS);
  const named = Array.from({ length: MAX_PER_SERVICE }, (_, n) =>
    open(
      `POST /api/v1/jobs?hold=${n} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys[0]}\r\nIdempotency-Key: ${n}\r\nContent-Length: 2\r\n\r\n{}`,
    ),
  );
  await eventually(() => expect(held.length).toBe(MAX_PER_SERVICE), PATIENCE);
  for (const { socket } of named) socket.destroy();
  await eventually(async () => expect(await gateway.connections()).toBe(0));

  let isAnswered = false;
  const next = gateway.ask('/api/v1/jobs', { key: keys[0] }).then(({ status }) => {
    isAnswered = true;
    return status;
  });
  expect(await statusesOf(othersKey, 20)).toEqual(new Set([200]));
  expect(isAnswered).toBe(false);

  for (const { response } of held) response.end('{}');
  expect(await next).toBe(200);
});

describe('bodies', () => {
  const CLIENTS = 64;
  /** Node.js reads this much of each connection in any case. */
  const READ_IN_ANY_CASE_BYTES = 128 * 1024;

  /** Clients that send all of a write's body but its last byte. */
  const beginWrites = (key: string, count: number) =>
    Array.from({ length: count }, () => {
      const head = ['POST /api/v1/jobs HTTP/1.1', 'Host: x', `X-API-Key: ${key}`];
      const client = open(`${head.join('\r\n')}\r\nContent-Length: ${BODY.length}\r\n\r\n`);
      client.socket.write(BODY.subarray(0, -1));
      return client;
    });
  async function endWrites(clients: ReturnType<typeof beginWrites>): Promise<Set<string>> {
    const statuses = clients.map(async ({ socket }) => {
      socket.write(BODY.subarray(-1));
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      return statusIn(chunk.toString('latin1'));
    });
    return new Set(await Promise.all(statuses));
  }

  it('are read once there is a ticket for them, and others are read meanwhile', async () => {
    await start(LONG_MS);
    const clients = beginWrites(keys[0], CLIENTS);
    await eventually(
      () => expect(gateway.bytesRead()).toBeGreaterThan((MAX_PER_SERVICE - 1) * MIB),
      PATIENCE,
    );

    expect(await endWrites(beginWrites(othersKey, 1))).toEqual(new Set(['200']));
    expect(gateway.bytesRead()).toBeLessThan(
      (MAX_PER_SERVICE + 1) * MIB + CLIENTS * READ_IN_ANY_CASE_BYTES,
    );

    expect(await endWrites(clients)).toEqual(new Set(['200']));
  }, 90_000);

  it('that have no ticket in time are a 408', async () => {
    await start(500);
    const clients = beginWrites(keys[0], CLIENTS);

    const answered = () => clients.map(({ text }) => text()).filter((text) => text !== '');
    await eventually(() => expect(answered().length).toBe(CLIENTS - MAX_PER_SERVICE), PATIENCE);

    for (const answer of answered()) {
      expect(statusIn(answer)).toBe('408');
      expect(answer).toContain('"error":"request_timeout"');
    }
  }, 90_000);

  it('leave their tickets when their clients leave', async () => {
    await start(LONG_MS);
    const clients = beginWrites(keys[0], CLIENTS);
    // The response comes once their bytes have been read.
    expect(await endWrites(beginWrites(othersKey, 1))).toEqual(new Set(['200']));

    for (const { socket } of clients) socket.destroy();

    expect(await endWrites(beginWrites(keys[0], 8))).toEqual(new Set(['200']));
  }, 90_000);
});
