import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually } from '@svc/testing';
import Stripe from 'stripe';
import { aJob, dataDir, fsm, givenCompany, runFile, type Api } from './platform';

interface Received {
  readonly path: string;
  readonly signature: string;
  readonly eventId: string;
  readonly body: string;
}

/** An integrator's own server. */
let server: Server;
const received: Received[] = [];

beforeAll(async () => {
  const read = (name: string): string => readFileSync(join(dataDir(), name), 'utf8');
  server = createServer(
    { key: read('receiver.key'), cert: read('receiver.pem') },
    async (incoming, outgoing) => {
      const { url: path = '', headers } = incoming;
      received.push({
        path,
        signature: String(headers['x-svc-signature']),
        eventId: String(headers['x-svc-event-id']),
        body: Buffer.concat(await incoming.toArray()).toString(),
      });
      outgoing.end();
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const urlOf = (path: string): string =>
  `https://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

const at = (path: string): Received[] => received.filter((each) => each.path === path);

const subscribe = async (api: Api, path: string) =>
  (await api.post('hooks.php', { target_url: urlOf(path), event: 'job.created' })).body as {
    readonly id: number;
    readonly secret: string;
  };

describe('webhooks', () => {
  it('a REST hook is subscribed, shown a sample, sent a signed job, and unsubscribed', async () => {
    const { api, ids } = await givenCompany('hooks');
    const location = ids.customer_locations['shop'];
    const { id, secret } = await subscribe(api, '/hook');
    const job = await api.post('jobs', aJob(location, 'The cooler is warm'));
    const { job_id } = job.body['data'] as { job_id: number };

    const [first] = await eventually(
      () => {
        expect(at('/hook')).toHaveLength(1);
        return at('/hook');
      },
      { within: 10_000 },
    );

    const { body = '', signature = '' } = first ?? {};
    const event = new Stripe('sk_test_unused').webhooks.constructEvent(body, signature, secret);
    const { data } = (await api.get(`jobs?id=${job_id}`)).body;
    expect(event).toMatchObject({ type: 'job.created', data: { object: data, version: 1 } });
    const sample = await api.get('hooks.php?action=sample&event=job.created');
    expect(sample.body).toMatchObject({ data: [{ data: { object: data } }] });
    expect((await api.post(`hooks.php?action=unsubscribe&id=${id}`, {})).status).toBe(200);
    expect((await api.get('hooks.php')).body).toMatchObject({ data: [] });
  });

  it('loses nothing when the service is killed in the middle of its deliveries', async () => {
    const { api, ids } = await givenCompany('killed-sender');
    await subscribe(api, '/kill');
    const location = ids.customer_locations['shop'];
    const JOBS = 60;

    for (let count = 0; count < JOBS; count += 1) {
      if (count === JOBS / 2) process.kill(Number(runFile().services['webhooks']?.pid), 'SIGKILL');
      expect((await api.post('jobs', aJob(location, `Job ${count}`))).status).toBe(201);
    }

    await eventually(
      () => expect(new Set(at('/kill').map(({ eventId }) => eventId)).size).toBe(JOBS),
      { within: 100_000 },
    );
    process.stdout.write(`${at('/kill').length - JOBS} duplicates after the kill\n`);
  });

  it('the operator creates, pings and rotates an endpoint', async () => {
    await givenCompany('operated-hooks');
    const created = await fsm<{ id: number; secret: string }>(
      ...['webhook', 'create', '--company', 'operated-hooks'],
      ...['--url', urlOf('/operator'), '--event', 'job.created'],
    );

    expect(await fsm('webhook', 'ping', String(created.id))).toMatchObject({
      id: created.id,
      status: 'on',
      delivery: { event: 'ping', status: 'succeeded', attempts: 1, response_code: 200 },
    });
    const rotated = await fsm<{ secret: string }>('webhook', 'rotate', String(created.id));
    expect(rotated.secret).not.toBe(created.secret);
    expect(await fsm('webhook', 'off', String(created.id))).toEqual({
      id: created.id,
      status: 'off',
      delivery: null,
    });
    expect(await fsm('webhook', 'deliveries', '--company', 'operated-hooks')).toHaveLength(1);
  });
});
