import { once } from 'node:events';
import { Agent, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { INTERNAL_IDEMPOTENCY_KEY_HEADER } from '@svc/contracts';
import { eventually } from '@svc/testing';
import { aGateway, type AGateway } from './a-gateway';
import { aService, type AService } from './a-service';

describe('a service with several replicas', () => {
  let replicas: readonly [AService, AService, AService];
  let gateway: AGateway;
  let key: string;

  const seen = () => replicas.map((replica) => replica.seen.length);
  const read = async () => (await gateway.ask('/api/v1/jobs', { key })).status;
  const write = async () =>
    (await gateway.ask('/api/v1/jobs', { key, method: 'POST', body: {} })).status;

  beforeEach(async () => {
    replicas = [await aService(), await aService(), await aService()];
    const url = replicas.map((replica) => replica.url).join(',');
    gateway = await aGateway({ serviceTimeoutMs: 400, urls: { jobs: url } });
    const company = await gateway.givenCompany();
    ({ key } = await gateway.givenKey(company.slug));
  });
  afterEach(async () => {
    await gateway.close();
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  it('is asked evenly', async () => {
    for (let count = 0; count < 12; count += 1) expect(await read()).toBe(200);

    expect(seen()).toEqual([4, 4, 4]);
  });

  it('answers every request while one of them refuses', async () => {
    const statuses = [await read(), await write()];
    await replicas[0].close();
    for (let count = 0; count < 10; count += 1) statuses.push(await read(), await write());

    expect(new Set(statuses)).toEqual(new Set([200, 201]));
  });

  it('answers every request while only one of them does not refuse', async () => {
    await Promise.all([replicas[0].close(), replicas[1].close()]);

    const asking = Array.from({ length: 6 }, () => [read(), write()]).flat();

    expect(new Set(await Promise.all(asking))).toEqual(new Set([200, 201]));
  });

  it('is asked a GET once more where one of them resets, and a POST only once', async () => {
    replicas[0].behave((request) => request.socket.resetAndDestroy());
    expect(await read()).toBe(200);
    expect(seen()).toEqual([1, 1, 0]);

    replicas[2].behave((request) => request.socket.resetAndDestroy());
    expect(await write()).toBe(500);
    expect(seen()).toEqual([1, 1, 1]);
  });

  it('is asked a POST with an Idempotency-Key once more where one of them resets, under the same name', async () => {
    replicas[0].behave((request) => request.socket.resetAndDestroy());

    const headers = { 'idempotency-key': 'one' };
    const { status } = await gateway.ask('/api/v1/jobs', {
      key,
      method: 'POST',
      headers,
      body: {},
    });

    expect(status).toBe(201);
    const names = replicas.flatMap((replica) =>
      replica.seen.map((request) => request.headers[INTERNAL_IDEMPOTENCY_KEY_HEADER]),
    );
    expect([names.length, new Set(names).size]).toEqual([2, 1]);
    expect(names[0]).toBeDefined();
  });

  it('is asked elsewhere once its answer says that it is stopping', async () => {
    replicas[0].behave((_, response) => {
      response.setHeader('content-type', 'application/json').setHeader('connection', 'close');
      response.end('{}');
    });

    for (let count = 0; count < 9; count += 1) expect([200, 201]).toContain(await write());

    expect(seen()).toEqual([1, 4, 4]);
  });

  it('is asked a POST elsewhere where a kept connection ended before anything was written', async () => {
    for (let count = 0; count < 3; count += 1) expect(await write()).toBe(201);
    const reuse = jest.spyOn(Agent.prototype, 'reuseSocket');
    reuse.mockImplementationOnce((socket) => {
      const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      process.nextTick(() => (socket as Socket).destroy(reset));
    });

    expect(await write()).toBe(201);
    expect(reuse).toHaveBeenCalledTimes(2);
    expect(seen().toSorted()).toEqual([1, 1, 2]);
    reuse.mockRestore();
  });

  it('is left by the gateway, whose connections do not wait for a service that stops to close them', async () => {
    const ended: Promise<unknown>[] = [];
    for (const replica of replicas) {
      replica.behave(({ socket }, response) => {
        ended.push(once(socket, 'end'));
        response.end('{}');
      });
    }
    for (let count = 0; count < 3; count += 1) await read();

    expect(ended).toHaveLength(3);
    await Promise.all(ended);
  });

  it('is asked on while most of them hang, each of which gets one request at a time', async () => {
    const [first, second, third] = replicas;
    const held: ServerResponse[] = [];
    third.behave((_, response) => void held.push(response));
    for (const hanging of [first, second]) hanging.behave(() => undefined);

    const asking = Promise.all(Array.from({ length: 24 }, read));
    await eventually(() => expect(seen()).toEqual([8, 8, 8]));
    third.behaveWell();
    for (const response of held) response.setHeader('content-type', 'application/json').end('{}');
    const before = await asking;
    expect(before.filter((status) => status === 500)).toHaveLength(16);
    const after = await Promise.all(Array.from({ length: 24 }, read));

    expect(after.filter((status) => status !== 200).length).toBeLessThanOrEqual(2);
    expect(gateway.parts.upstreams.jobs.breaker.opened).toBe(false);
    for (const hanging of [first, second]) hanging.behaveWell();
    await eventually(async () => {
      expect(await read()).toBe(200);
      expect(first.seen.length).toBeGreaterThan(12);
      expect(second.seen.length).toBeGreaterThan(12);
    });
  });
});
