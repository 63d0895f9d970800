import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { eventually } from '@svc/testing';
import { aGateway, type AGateway } from './a-gateway';

/** The README's figures. */
const AT_ONCE = 32;
const LARGE_BYTES_AT_ONCE = 1024 * 1024;
const SMALL_BYTES = 64 * 1024;
const CLIENTS = 20;
const PIPELINED = 15;
const SERVICE_TIMEOUT_MS = 1_500;
/** Nothing that is held ends before its client has left. */
const LONG_MS = 60_000;
const PATIENCE = { within: 20_000 };

describe('a company with many calls at once', () => {
  let gateway: AGateway;
  /** Of one company. */
  let keys: readonly [string, string];
  let othersKey: string;
  let held: ServerResponse[];
  let failures: number;
  let clients: { readonly socket: Socket; readonly text: () => string }[];

  async function start(serviceTimeoutMs: number): Promise<void> {
    gateway = await aGateway({ serviceTimeoutMs });
    const limits = { list_reads_per_minute: 10_000, writes_per_minute: 1_000 };
    const { slug } = await gateway.givenCompany({ limits });
    keys = [(await gateway.givenKey(slug)).key, (await gateway.givenKey(slug)).key];
    const other = await gateway.givenCompany({ limits });
    othersKey = (await gateway.givenKey(other.slug)).key;
    held = [];
    failures = 0;
    gateway.parts.upstreams.jobs.breaker.on('failure', () => void (failures += 1));
    clients = [];
  }
  afterEach(async () => {
    for (const { socket } of clients) socket.destroy();
    await gateway.close();
  });

  /** 300 reads, half of them with each key. */
  function readMany(): void {
    clients = Array.from({ length: CLIENTS }, (_, n) => {
      const received: Buffer[] = [];
      const socket = connect(gateway.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => received.push(chunk));
      const head = ['GET /api/v1/jobs?hold=1 HTTP/1.1', 'Host: x', `X-API-Key: ${keys[n % 2]}`];
      socket.write(`${head.join('\r\n')}\r\n\r\n`.repeat(PIPELINED));
      return { socket, text: () => Buffer.concat(received).toString() };
    });
  }
  const statusesOf = async (key: string, count: number) => {
    const asked = Array.from({ length: count }, () => gateway.ask('/api/v1/jobs', { key }));
    return new Set((await Promise.all(asked)).map(({ status }) => status));
  };

  it('waits for itself, which counts against no service, while others are answered', async () => {
    await start(SERVICE_TIMEOUT_MS);
    let underWay = 0;
    let mostUnderWay = 0;
    gateway.service.behave(({ url = '' }, response) => {
      response.setHeader('content-type', 'application/json');
      if (!url.includes('hold')) {
        response.end('{}');
        return;
      }
      held.push(response);
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      const answer = (): void => {
        underWay -= 1;
        response.end('{}');
      };
      // Twice within the deadline: the rest waits for longer than that.
      setTimeout(answer, SERVICE_TIMEOUT_MS / 2.5);
    });

    readMany();
    await eventually(() => expect(held.length).toBeGreaterThanOrEqual(AT_ONCE));
    expect(await statusesOf(othersKey, 20)).toEqual(new Set([200]));

    const answers = () => clients.flatMap(({ text }) => text().match(/HTTP\/1\.1 \d+/g) ?? []);
    await eventually(() => expect(answers().length).toBe(CLIENTS * PIPELINED), PATIENCE);
    expect(new Set(answers())).toEqual(new Set(['HTTP/1.1 200', 'HTTP/1.1 500']));
    expect(mostUnderWay).toBe(AT_ONCE);
    expect(failures).toBe(0);
    expect(gateway.parts.upstreams.jobs.breaker.opened).toBe(false);
    expect(await statusesOf(othersKey, 20)).toEqual(new Set([200]));
  }, 60_000);

  it('has what it abandons while it waits never begun', async () => {
    await start(LONG_MS);
    gateway.service.behave((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url?.includes('hold')) held.push(response);
      else response.end('{}');
    });

    readMany();
    await eventually(() => expect(held.length).toBe(AT_ONCE));
    for (const { socket } of clients) socket.destroy();

    await eventually(() => expect(held.filter(({ closed }) => !closed).length).toBe(0));
    expect(await statusesOf(keys[0], 2 * AT_ONCE)).toEqual(new Set([200]));
    expect(await statusesOf(othersKey, 20)).toEqual(new Set([200]));
    expect(held.length).toBe(AT_ONCE);
    expect(failures).toBe(0);
  }, 60_000);

  it.each([
    ['calls of 1 MiB', '/api/v1/jobs', LARGE_BYTES_AT_ONCE, 1],
    ['calls of 400 KiB', '/api/v1/jobs', 400 * 1024, 2],
    ['bulks of 1 MiB', '/api/v1/jobs?action=bulk', LARGE_BYTES_AT_ONCE, 1],
    ['calls that are just large', '/api/v1/jobs', SMALL_BYTES + 1, 15],
    ['calls that are just small', '/api/v1/jobs', SMALL_BYTES, AT_ONCE],
  ])(
    'has only so many %s under way, which keep no smaller ones waiting',
    async (_, path, bytes, most) => {
      await start(LONG_MS);
      const ended: number[] = [];
      gateway.service.behave((request, response) => {
        response.setHeader('content-type', 'application/json');
        if (Number(request.headers['content-length'] ?? 0) < SMALL_BYTES) response.end('{}');
        else held.push(response);
      });
      const beginning = '{"operations":[{"method":"POST","body":{}}],"pad":"';
      const body = `${beginning.padEnd(bytes - 2, 'x')}"}`;
      const asked = Array.from({ length: AT_ONCE + 1 }, (_each, n) =>
        gateway
          .ask(path, { method: 'POST', key: keys[n % 2] ?? '', body })
          .then(({ status }) => ended.push(status)),
      );

      await eventually(() => expect(held.length).toBe(most));
      if (most < AT_ONCE) expect(await statusesOf(keys[0], 2 * AT_ONCE)).toEqual(new Set([200]));
      expect(await statusesOf(othersKey, 20)).toEqual(new Set([200]));
      expect(held.length).toBe(most);

      for (let answered = 0; answered < asked.length; answered += 1) {
        await eventually(() => expect(held.length).toBeGreaterThan(answered), PATIENCE);
        expect(held.length).toBeLessThanOrEqual(answered + most);
        held[answered]?.end('{}');
        await eventually(() => expect(ended.length).toBe(answered + 1), PATIENCE);
      }
      await Promise.all(asked);
      expect(new Set(ended)).toEqual(new Set([200]));
    },
    60_000,
  );
});
