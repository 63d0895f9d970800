import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ServerResponse } from 'node:http';
import { eventually } from '@svc/testing';
import { aGateway, type AGateway } from './a-gateway';

const CLIENTS = 4;
const PIPELINED = 40;
/** All requests arrive before it on any machine. */
const SERVICE_TIMEOUT_MS = 15_000;
const PATIENCE = { within: 20_000 };

describe('clients that leave', () => {
  let gateway: AGateway;
  /** One company per client, because one company has fewer slots than all clients need. */
  let keys: readonly string[];
  let othersKey: string;
  const outcomes = { fire: 0, success: 0, failure: 0, reject: 0 };
  let held: ServerResponse[] = [];
  let isAnswering = false;
  let names = 0;

  beforeAll(async () => {
    gateway = await aGateway({ serviceTimeoutMs: SERVICE_TIMEOUT_MS });
    const limits = {
      list_reads_per_minute: 10_000,
      writes_per_minute: 10_000,
      key_writes_per_day: 10_000,
      writes_per_day: 10_000,
    };
    const givenKey = async () => {
      const { slug } = await gateway.givenCompany({ limits });
      return (await gateway.givenKey(slug)).key;
    };
    keys = await Promise.all(Array.from({ length: CLIENTS }, givenKey));
    othersKey = await givenKey();
    const { breaker } = gateway.parts.upstreams.jobs;
    for (const name of Object.keys(outcomes) as (keyof typeof outcomes)[]) {
      breaker.on(name as 'fire', () => void (outcomes[name] += 1));
    }
    gateway.service.behave((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (!request.url?.includes('hold')) {
        response.end('{}');
        return;
      }
      held.push(response);
      if (isAnswering) response.write('{"half":');
    });
  });
  beforeEach(() => {
    held = [];
    Object.assign(outcomes, { fire: 0, success: 0, failure: 0, reject: 0 });
  });
  afterAll(() => gateway.close());

  const lines = (key: string, first: string, ...more: readonly string[]): string =>
    [first, 'Host: x', `X-API-Key: ${key}`, ...more, '', ''].join('\r\n');
  const read = (key: string) => lines(key, 'GET /api/v1/jobs?hold=1 HTTP/1.1');
  const write = (key: string, ...more: readonly string[]) =>
    `${lines(key, 'POST /api/v1/jobs?hold=1 HTTP/1.1', 'Content-Length: 2', ...more)}{}`;
  const namedWrite = (key: string) => write(key, `Idempotency-Key: ${(names += 1)}`);
  const partOfBody = (key: string) =>
    `${lines(key, 'POST /api/v1/jobs?hold=1 HTTP/1.1', 'Content-Length: 99')}{"a`;
  const partOfHead = (key: string) => lines(key, 'GET /api/v1/jobs?hold=1 HTTP/1.1').slice(0, -10);

  interface Stage {
    readonly bytes: (key: string) => string;
    readonly atService: number;
    readonly isAnswering?: boolean;
    readonly isFinished?: boolean;
  }
  const many = (bytes: Stage['bytes']) => (key: string) =>
    Array.from({ length: PIPELINED }, () => bytes(key)).join('');
  const STAGES: readonly (readonly [string, Stage])[] = [
    ['in the headers', { bytes: partOfHead, atService: 0 }],
    [
      'in the headers of a second request',
      { bytes: (key) => read(key) + partOfHead(key), atService: 1 },
    ],
    ['in the body', { bytes: partOfBody, atService: 0 }],
    [
      'in the body of a second request',
      { bytes: (key) => read(key) + partOfBody(key), atService: 1 },
    ],
    ['waiting for a read', { bytes: read, atService: 1 }],
    ['waiting for pipelined reads', { bytes: many(read), atService: 1 }],
    ['waiting for a write', { bytes: write, atService: 1 }],
    ['waiting for pipelined writes', { bytes: many(write), atService: 1 }],
    ['reading an answer', { bytes: read, atService: 1, isAnswering: true }],
    ['with pipelined answers begun', { bytes: many(read), atService: 1, isAnswering: true }],
    [
      'after a write with an Idempotency-Key',
      { bytes: namedWrite, atService: 1, isFinished: true },
    ],
    [
      'after pipelined writes with an Idempotency-Key',
      { bytes: many(namedWrite), atService: 1, isFinished: true },
    ],
    [
      'while a write with an Idempotency-Key is answered',
      { bytes: namedWrite, atService: 1, isAnswering: true, isFinished: true },
    ],
  ];

  async function arrive(bytes: string): Promise<Socket> {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.write(bytes, resolve));
    return socket;
  }
  const othersStatuses = async () => {
    const asked = Array.from({ length: 20 }, () => gateway.ask('/api/v1/jobs', { key: othersKey }));
    return new Set((await Promise.all(asked)).map(({ status }) => status));
  };
  const LEAVING: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['close', (socket) => socket.destroy()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ];

  it.each(
    LEAVING.flatMap(([how, leave]) =>
      STAGES.map(([stage, each]) => [how, stage, leave, each] as const),
    ),
  )(
    '(%s) %s never count against the service, and hold nothing of it',
    async (_how, _stage, leave, stage) => {
      isAnswering = stage.isAnswering ?? false;
      const before = await gateway.connections();
      const clients = await Promise.all(keys.map((key) => arrive(stage.bytes(key))));
      await eventually(() => expect(held.length).toBe(CLIENTS * stage.atService), PATIENCE);

      for (const client of clients) leave(client);

      if (stage.isFinished) {
        await eventually(async () =>
          expect(await gateway.connections()).toBeLessThanOrEqual(before),
        );
        expect(held.filter(({ destroyed }) => destroyed).length).toBe(0);
        for (const response of held) response.end(isAnswering ? '1}' : '{}');
      }
      await eventually(() => expect(held.filter(({ closed }) => !closed).length).toBe(0));
      expect(await othersStatuses()).toEqual(new Set([200]));
      await eventually(
        () => expect(outcomes.success + outcomes.failure).toBe(outcomes.fire),
        PATIENCE,
      );
      expect(outcomes).toMatchObject({ failure: 0, reject: 0 });
      expect(held.length).toBe(CLIENTS * stage.atService);
    },
    60_000,
  );

  it('end nothing of the gateway by a reset after a CONNECT, which nobody reads any more', async () => {
    isAnswering = false;
    const connectLast = (key: string) => `${read(key)}CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n`;
    const clients = await Promise.all(keys.map((key) => arrive(connectLast(key))));
    await eventually(() => expect(held.length).toBe(CLIENTS), PATIENCE);

    for (const client of clients) client.resetAndDestroy();
    await Promise.all(clients.map((client) => client.closed || once(client, 'close')));
    for (const response of held) response.end('{}');

    await eventually(() => expect(outcomes.success).toBe(CLIENTS), PATIENCE);
    expect(await othersStatuses()).toEqual(new Set([200]));
    expect(outcomes).toMatchObject({ failure: 0, reject: 0 });
  });

  it('free the Idempotency-Key at once when the service breaks off behind them', async () => {
    isAnswering = false;
    const before = await gateway.connections();
    const name = `${(names += 1)}`;
    const client = await arrive(write(othersKey, `Idempotency-Key: ${name}`));
    await eventually(() => expect(held.length).toBe(1));
    client.destroy();
    await eventually(async () => expect(await gateway.connections()).toBeLessThanOrEqual(before));

    held[0]?.destroy();

    const startedMs = performance.now();
    await eventually(() => expect(outcomes.failure).toBe(1));
    expect(performance.now() - startedMs).toBeLessThan(SERVICE_TIMEOUT_MS - 1_000);
  });
});
