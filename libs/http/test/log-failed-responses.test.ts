import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { waitUntil } from '@svc/local-servers';
import { createLogger } from '@svc/logging';
import Koa from 'koa';
import { logFailedResponses } from '../src';

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly err: { readonly message: string };
}

const lines: Line[] = [];
let server: Server;
let answers: PassThrough[];

beforeEach(async () => {
  lines.length = 0;
  answers = [];
  const app = new Koa();
  app.use((ctx) => {
    const answer = new PassThrough();
    answers.push(answer);
    answer.write('begun');
    ctx.body = answer;
  });
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  logFailedResponses(app, createLogger({ name: 'test', level: 'info', destination }));
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface Exchange {
  readonly client: Socket;
  readonly answer: PassThrough;
}

async function answering(): Promise<Exchange> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n');
  let taken = '';
  while (!taken.includes('begun')) {
    await once(client, 'readable');
    taken += String(client.read() ?? '');
  }
  const answer = answers.at(-1);
  if (!answer) throw new Error('Nothing was asked for.');
  return { client, answer };
}

async function loggedCauses(): Promise<string[]> {
  const { answer } = await answering();
  answer.destroy(new Error('the last'));
  const causes = () => lines.map(({ err }) => err.message);
  expect(await waitUntil(() => causes().includes('the last'), 5_000)).toBe(true);
  expect(new Set(lines.map(({ level, msg }) => `${level} ${msg}`))).toEqual(
    new Set(['error response failed']),
  );
  return [...new Set(causes())];
}

const ended = ({ answer }: Exchange): Promise<unknown> =>
  once(answer, 'close').catch(() => undefined);

it.each<[string, (exchange: Exchange) => void]>([
  ['leaves', ({ client }) => client.destroy()],
  ['resets its connection', ({ client }) => client.resetAndDestroy()],
  ['closes its side', ({ client }) => client.end()],
  [
    'leaves while it is sent something',
    ({ client, answer }) => {
      client.destroy();
      answer.write('x'.repeat(1_000_000));
    },
  ],
  [
    'resets its connection before it has taken what it was sent',
    ({ client, answer }) => {
      answer.write('x'.repeat(10_000_000));
      client.resetAndDestroy();
    },
  ],
  ['takes nothing, and is given up', ({ answer }) => answer.destroy()],
])('a client that %s is no failure', async (_, leave) => {
  const exchange = await answering();
  const closed = ended(exchange);

  leave(exchange);
  await closed;

  expect(await loggedCauses()).toEqual(['the last']);
});

// A connection error belongs to the source of the response.
it.each(['EIO', 'ECONNRESET', 'EPIPE'])('a fault of what is sent is logged: %s', async (code) => {
  const exchange = await answering();
  const closed = ended(exchange);

  exchange.answer.destroy(Object.assign(new Error(`read ${code}`), { code }));
  await closed;

  expect(await loggedCauses()).toEqual([`read ${code}`, 'the last']);
});
