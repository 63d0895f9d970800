import { eventually } from '@svc/testing';
import Stripe from 'stripe';
import { fsmHere, givenCompany, givenJob } from '../test/platform';
import { startReceiver, subscribe, type Receiver } from '../test/receiver';

let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

describe('webhooks', () => {
  it('a REST hook is subscribed, shown a sample, sent a signed job, and unsubscribed', async () => {
    const { api, ids } = await givenCompany('hooks');
    const location = ids.customer_locations['shop'];
    const { id, secret } = await subscribe(api, receiver.urlOf('/hook'), 'job.created');
    const jobId = await givenJob(api, location, 'The cooler is warm');

    const [first] = await eventually(
      () => {
        expect(receiver.at('/hook').length).toBe(1);
        return receiver.at('/hook');
      },
      { within: 10_000 },
    );

    const { body = '', signature = '' } = first ?? {};
    const event = new Stripe('sk_test_unused').webhooks.constructEvent(body, signature, secret);
    const { data } = (await api.get(`jobs?id=${jobId}`)).body;
    expect(event).toMatchObject({ type: 'job.created', data: { object: data, version: 1 } });
    const sample = await api.get('hooks.php?action=sample&event=job.created');
    expect(sample.body).toMatchObject({ data: [{ data: { object: data } }] });
    expect((await api.post(`hooks.php?action=unsubscribe&id=${id}`, {})).status).toBe(200);
    expect((await api.get('hooks.php')).body).toMatchObject({ data: [] });
  });

  it('the operator creates, pings and rotates an endpoint', async () => {
    await givenCompany('operated-hooks');
    const created = await fsmHere<{ id: number; secret: string }>(
      ...['webhook', 'create', '--company', 'operated-hooks'],
      ...['--url', receiver.urlOf('/operator'), '--event', 'job.created'],
    );

    expect(await fsmHere('webhook', 'ping', String(created.id))).toMatchObject({
      id: created.id,
      status: 'on',
      delivery: { event: 'ping', status: 'succeeded', attempts: 1, response_code: 200 },
    });
    const rotated = await fsmHere<{ secret: string }>('webhook', 'rotate', String(created.id));
    expect(rotated.secret).not.toBe(created.secret);
    expect(await fsmHere('webhook', 'off', String(created.id))).toEqual({
      id: created.id,
      status: 'off',
      delivery: null,
    });
    expect(await fsmHere('webhook', 'deliveries', '--company', 'operated-hooks')).toHaveLength(1);
  });
});
