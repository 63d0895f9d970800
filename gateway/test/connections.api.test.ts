import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '@svc/testing';
import { aGateway } from './a-gateway';
import { parseResponse, sendBytes } from './raw-http';

const MAX_CLIENT_CONNECTIONS = 2_000;

/** More would wait for the system's backlog. */
const AT_ONCE = 100;

async function opened(port: number, count: number, localAddress?: string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const more = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, () =>
      connect({ port, host: '127.0.0.1', localAddress }),
    );
    await Promise.all(more.map((socket) => once(socket, 'connect')));
    sockets.push(...more);
  }
  return sockets;
}

it('are 2,000 of a client at most; one more is told so, and there is room when others end', async () => {
  const gateway = await aGateway();
  const health = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const ask = async () => parseResponse(await sendBytes(gateway.port, [health]));
  const sockets = await opened(gateway.port, MAX_CLIENT_CONNECTIONS);
  await eventually(async () => expect(await gateway.connections()).toBe(MAX_CLIENT_CONNECTIONS));

  const { status, headers, body } = await ask();

  expect([status, headers['retry-after'], headers['connection']]).toEqual([429, '1', 'close']);
  expect(JSON.parse(body)).toMatchObject({ success: false, error: 'rate_limit_exceeded' });
  for (const socket of sockets) socket.destroy();
  await eventually(async () => expect((await ask()).status).toBe(200));
  await gateway.close();
}, 30_000);

it('are as many of a client as it leaves free, so that others have room whatever a few clients hold', async () => {
  const gateway = await aGateway({ maxConnections: 40 });
  const answers: string[] = [];
  const sockets: Socket[] = [];
  const open = async (count: number, client: string): Promise<void> => {
    const more = await opened(gateway.port, count, client);
    for (const socket of more) socket.on('data', (data) => answers.push(String(data)));
    sockets.push(...more);
  };

  await open(20, '127.0.0.2');
  await open(10, '127.0.0.3');
  await eventually(async () => expect(await gateway.connections()).toBe(30));
  expect(answers).toEqual([]);
  await open(1, '127.0.0.2');
  await open(1, '127.0.0.3');
  await eventually(() => expect(answers.length).toBe(2));

  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 429 /);
  expect((await gateway.ask('/healthz')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await gateway.close();
});

it('are any number of a trusted proxy, behind which are many clients', async () => {
  const gateway = await aGateway({ trustedProxies: ['127.0.0.1'] });
  const sockets = await opened(gateway.port, MAX_CLIENT_CONNECTIONS);
  await eventually(async () => expect(await gateway.connections()).toBe(MAX_CLIENT_CONNECTIONS));

  expect((await gateway.ask('/healthz')).status).toBe(200);

  for (const socket of sockets) socket.destroy();
  await gateway.close();
}, 30_000);

it.each([
  [undefined, 65],
  [{ keepAliveMs: 620_000 }, 620],
])('are kept while they are idle for as long as is set (%j)', async (timeouts, seconds) => {
  const gateway = await aGateway({ timeouts });

  const { headers } = await gateway.ask('/healthz');

  expect(headers['keep-alive']).toBe(`timeout=${seconds}`);
  await gateway.close();
});
