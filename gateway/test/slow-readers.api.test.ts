import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '@svc/testing';
import { aGateway, type AGateway } from './a-gateway';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MIB = 1024 * 1024;
const MAX_PER_SERVICE = 32;
const MAX_BYTES_OF_A_COMPANY = 96 * MIB;
const PATIENCE = { within: 30_000 };

let gateway: AGateway;
let key: string;
let othersKey: string;
let answerBytes: number;
let clients: Socket[];

async function start(options: Parameters<typeof aGateway>[0] = {}): Promise<void> {
  gateway = await aGateway(options);
  const givenKey = async () => {
    const { slug } = await gateway.givenCompany({ limits: { list_reads_per_minute: 10_000 } });
    return (await gateway.givenKey(slug)).key;
  };
  [key, othersKey] = [await givenKey(), await givenKey()];
  const large = Buffer.from('{}'.padEnd(answerBytes));
  gateway.service.behave(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(url.includes('large') ? large : '{}');
  });
}

beforeEach(() => {
  clients = [];
});
afterEach(async () => {
  for (const socket of clients) socket.destroy();
  await gateway.close();
});

function askForList(): Socket {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  const head = ['GET /api/v1/jobs?large=1 HTTP/1.1', 'Host: x', `X-API-Key: ${key}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  clients.push(socket);
  return socket;
}

const readAll = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let bytes = 0;
    let status = '';
    let ends = Infinity;
    socket.on('data', (chunk: Buffer) => {
      if (bytes === 0) {
        const head = chunk.toString('latin1');
        status = head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
        const length = Number(/Content-Length: (\d+)/.exec(head)?.[1]);
        ends = head.indexOf('\r\n\r\n') + 4 + length;
      }
      bytes += chunk.length;
      if (bytes >= ends) resolve(status);
    });
    socket.on('close', () => reject(new Error(`The connection was closed after ${bytes} bytes.`)));
    socket.resume();
  });

const statusOf = async (withKey: string): Promise<number> =>
  (await gateway.ask('/api/v1/jobs', { key: withKey })).status;

describe('a company that leaves its answers unread', () => {
  const CLIENTS = 48;
  /** All responses arrive before it on any machine. */
  const SERVICE_TIMEOUT_MS = 20_000;

  it('takes a bounded part of the memory, while others are answered', async () => {
    answerBytes = 6 * MIB;
    await start({ serviceTimeoutMs: SERVICE_TIMEOUT_MS });
    const failed = () =>
      gateway.logged.flatMap(({ msg, err }) =>
        msg === 'request failed' ? [String((err as { message: string }).message)] : [],
      );
    const memory = (): number => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const before = memory();

    for (let n = 0; n < CLIENTS; n += 1) askForList();
    const fitting = Math.floor(MAX_BYTES_OF_A_COMPANY / answerBytes);
    const unfit = MAX_PER_SERVICE - fitting;
    await eventually(() => expect(failed().length).toBeGreaterThanOrEqual(unfit), PATIENCE);
    expect(await statusOf(othersKey)).toBe(200);

    await eventually(() =>
      expect(memory() - before).toBeLessThan(MAX_BYTES_OF_A_COMPANY + 8 * MIB),
    );
    expect(failed().length).toBeLessThanOrEqual(CLIENTS - fitting);
    expect(gateway.parts.upstreams.jobs.breaker.opened).toBe(false);

    for (const socket of clients) socket.destroy();
    await eventually(async () => expect(await statusOf(key)).toBe(200));
    // Reads at once as many as have room, so that none waits too long on a busy machine.
    for (let read = 0; read < CLIENTS; read += fitting) {
      const reading = Array.from({ length: fitting }, () => readAll(askForList()));
      expect(new Set(await Promise.all(reading))).toEqual(new Set(['200']));
    }
  }, 90_000);
});

describe('a client that reads slowly', () => {
  const TAKE_MS = 1_000;
  const PAUSE_MS = 6;

  it('gets its whole answer, while one that takes nothing loses its connection', async () => {
    answerBytes = 14 * MIB;
    await start({ timeouts: { stallMs: TAKE_MS } });
    const others = await gateway.connections();
    askForList();
    const slow = askForList();
    await eventually(async () => expect(await gateway.connections()).toBe(others + 2));
    const startedMs = performance.now();
    // About 10 MiB a second, which is less than arrives.
    slow.on('data', () => {
      slow.pause();
      setTimeout(() => slow.resume(), PAUSE_MS);
    });

    const status = readAll(slow);
    await eventually(async () => expect(await gateway.connections()).toBe(others + 1), PATIENCE);

    expect(await status).toBe('200');
    expect(performance.now() - startedMs).toBeGreaterThan(TAKE_MS);
    expect(await statusOf(key)).toBe(200);
  }, 60_000);
});
