import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '@svc/testing';
import { aGateway, type AGateway } from './a-gateway';
import { sendRaw } from './raw-http';

const MIB = 1024 * 1024;
const BODY = Buffer.from(`{"notes":"${'x'.repeat(MIB)}`.slice(0, MIB - 2) + '"}');
const CLIENTS = 64;
/** Half of the README's figure, and what Node.js reads of each connection in any case. */
const MOST_OF_A_COMPANY_BYTES = 32 * MIB + CLIENTS * 128 * 1024;
const PATIENCE = { within: 30_000 };

let gateway: AGateway;
let key: string;
let othersKey: string;
let opened: Socket[];

beforeEach(async () => {
  gateway = await aGateway({ serviceTimeoutMs: 30_000 });
  const givenKey = async () => {
    const { slug } = await gateway.givenCompany({ limits: { writes_per_minute: 1_000 } });
    return (await gateway.givenKey(slug)).key;
  };
  [key, othersKey] = [await givenKey(), await givenKey()];
  gateway.service.behave((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
  opened = [];
});
afterEach(async () => {
  for (const socket of opened) socket.destroy();
  await gateway.close();
});

/** Clients that send all of a write's body but its last byte. */
const beginWrites = (withKey: string, count: number, port = gateway.port): Socket[] =>
  Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const head = ['POST /api/v1/jobs HTTP/1.1', 'Host: x', `X-API-Key: ${withKey}`];
    socket.write(`${head.join('\r\n')}\r\nContent-Length: ${BODY.length}\r\n\r\n`);
    socket.write(BODY.subarray(0, -1));
    opened.push(socket);
    return socket;
  });

/** Ends the bodies, and answers the statuses. */
async function statusesOf(clients: readonly Socket[]): Promise<Set<string>> {
  const statuses = clients.map(async (socket) => {
    socket.write(BODY.subarray(-1));
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    return chunk.toString('latin1').slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
  });
  return new Set(await Promise.all(statuses));
}

it('a company that does not end its bodies has a share of the memory, and others have theirs', async () => {
  const clients = beginWrites(key, CLIENTS);
  await eventually(() => expect(gateway.bytesRead()).toBeGreaterThan(30 * MIB), PATIENCE);

  expect(await statusesOf(beginWrites(othersKey, 1))).toEqual(new Set(['200']));
  expect(gateway.bytesRead()).toBeLessThan(MOST_OF_A_COMPANY_BYTES + MIB);

  expect(await statusesOf(clients)).toEqual(new Set(['200']));
}, 90_000);

it('a company whose clients leave within their bodies has its share back', async () => {
  const clients = beginWrites(key, CLIENTS);
  // Answered once what they sent has been read, as far as it ever is.
  expect(await statusesOf(beginWrites(othersKey, 1))).toEqual(new Set(['200']));
  for (const socket of clients) socket.destroy();

  expect(await statusesOf(beginWrites(key, 8))).toEqual(new Set(['200']));
}, 90_000);

it('a company has its share back after bodies whose length was not announced', async () => {
  const head = ['POST /api/v1/jobs HTTP/1.1', 'Host: x', `X-API-Key: ${key}`];
  head.push('Connection: close', 'Transfer-Encoding: chunked');
  for (let sent = 0; sent < CLIENTS; sent += 1) {
    const bytes = `${head.join('\r\n')}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;
    expect((await sendRaw(gateway.port, bytes)).status).toBe(200);
  }
}, 90_000);

it('a body that finds no room beside those of its company is a 408', async () => {
  const hasty = await aGateway({ serviceTimeoutMs: 500 });
  const { slug } = await hasty.givenCompany({ limits: { writes_per_minute: 1_000 } });
  const { key: hastyKey } = await hasty.givenKey(slug);
  const clients = beginWrites(hastyKey, CLIENTS, hasty.port);

  // Half of the memory has room for 32.
  const answers: string[] = [];
  for (const socket of clients) socket.on('data', (chunk) => answers.push(chunk.toString()));
  await eventually(() => expect(answers).toHaveLength(CLIENTS - 32), PATIENCE);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"error":"request_timeout"');
  }
  await hasty.close();
}, 90_000);
