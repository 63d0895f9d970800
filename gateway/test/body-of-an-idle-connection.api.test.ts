import { Agent, request as ask } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '@svc/testing';
import { aGateway, type AGateway } from './a-gateway';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('a connection that is kept after a write', () => {
  let gateway: AGateway;
  let key: string;
  const client = new Agent({ keepAlive: true, maxSockets: 1 });

  beforeAll(async () => {
    gateway = await aGateway();
    const { slug } = await gateway.givenCompany();
    ({ key } = await gateway.givenKey(slug));
  });
  afterAll(async () => {
    client.destroy();
    await gateway.close();
  });

  const write = (headers: Readonly<Record<string, string>>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const options = { agent: client, method: 'POST', headers: { 'X-API-Key': key, ...headers } };
      ask(`${gateway.url}/api/v1/jobs`, options, (response) =>
        response.resume().on('end', () => resolve(response.statusCode)),
      )
        .on('error', reject)
        .end(JSON.stringify({ notes: 'x'.repeat(500_000) }));
    });

  it.each([
    ['a write', {}],
    ['a write with an Idempotency-Key', { 'Idempotency-Key': 'one' }],
  ])('holds nothing of the body of %s', async (_, headers) => {
    const bodies: WeakRef<Buffer>[] = [];
    gateway.parts.upstreams.jobs.breaker.once('fire', ([{ body }]) => {
      if (body) bodies.push(new WeakRef(body));
    });

    expect(await write(headers)).toBe(201);

    expect(bodies).toHaveLength(1);
    expect(await gateway.connections()).toBe(1);
    await eventually(() => {
      collectGarbage();
      expect(bodies[0]?.deref()).toBeUndefined();
    });
  });
});
