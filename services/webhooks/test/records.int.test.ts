import { RECORD_READS } from '@svc/contracts';
import { eventually } from '@svc/testing';
import { createDeliveryId } from '../src/delivery/attempt-delivery';
import { createRecordReader } from '../src/delivery/read-records';
import type { WebhookEventRecord } from '../src/domain/webhook-body';
import { createDeliveryLog } from '../src/persistence/delivery-log';
import { eventWith } from './given';
import type { Receiver, Reply } from './receiver';
import { HOST, serviceWithReceiver, type TestService } from './service';

let service: TestService;
let target: Receiver;
let url: string;

beforeAll(async () => {
  ({ service, target } = await serviceWithReceiver());
  url = `https://${HOST}:${target.port}/`;
});
afterAll(() => service.close());
beforeEach(() => {
  target.received.length = 0;
  service.owners.jobs.requests.length = 0;
  service.owners.customers.requests.length = 0;
});

const anEvent = (
  type: string,
  recordId: number,
  given: Partial<WebhookEventRecord> = {},
): WebhookEventRecord => eventWith({ type, recordId, ...given });

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const questions = (owner: 'jobs' | 'customers') =>
  service.owners[owner].requests.map(({ url: path, caller: { companyId } }) => ({
    path: path.split('=')[0],
    companyId,
    ids: path.split('=')[1]?.split(',').map(Number),
  }));

describe('deliveries that are claimed together', () => {
  const queued = (events: readonly WebhookEventRecord[], endpointIds: readonly number[]) =>
    createDeliveryLog(service.db).add(
      events.map((event, index) => {
        const endpointId = endpointIds[index % endpointIds.length] ?? 0;
        return { event, deliveries: [{ id: createDeliveryId(), endpointId, isQueued: true }] };
      }),
      new Date(),
    );

  it('are sent, also where their records together are longer than an answer may be', async () => {
    const endpoints = await Promise.all(
      numbers(12).map(() => service.givenEndpoint(url, ['job.restored'], 3)),
    );
    const note = 'x'.repeat(400_000);
    for (const id of numbers(48)) service.givenJob(100 + id, { note }, 3);

    await queued(
      numbers(48).map((id) => anEvent('job.created', 100 + id, { companyId: 3 })),
      endpoints.map(({ id }) => id),
    );

    await eventually(() => expect(target.received.length).toBe(48), { within: 30_000 });
    const sent = target.received.map(({ body }) => JSON.parse(body).data.object.job_id as number);
    expect(sent.sort(byNumber)).toEqual(numbers(48).map((id) => 100 + id));
    const asked = questions('jobs').map(({ ids }) => ids?.length ?? 0);
    expect(Math.max(...asked)).toBe(48);
    expect(asked).toContain(24);
    // A slow read on a busy machine counts as a failure of jobs, one of few.
    expect(service.owners.jobs.clients.jobs.breaker.opened).toBe(false);
  }, 40_000);

  it('ask each owner once for each company', async () => {
    // Four each, an endpoint's first limit.
    const endpoints = await Promise.all(
      numbers(13).map(() => service.givenEndpoint(url, ['job.restored'])),
    );
    const another = await service.givenEndpoint(url, ['job.restored'], 2);
    for (const id of numbers(50)) service.givenJob(id, { job_title: `Job ${id}` });
    for (const id of [1, 2]) service.givenJob(id, { job_title: `Theirs ${id}` }, 2);
    for (const id of [5, 6]) service.givenCustomer(id, 1);

    await queued(
      [
        ...numbers(48).map((id) => anEvent('job.created', id)),
        anEvent('job.updated', 1),
        anEvent('job.deleted', 51),
        ...[5, 6].map((id) => anEvent('customer.created', id)),
      ],
      endpoints.map(({ id }) => id),
    );
    await queued(
      [1, 2].map((id) => anEvent('job.created', id, { companyId: 2 })),
      [another.id],
    );

    await eventually(() => expect(target.received.length).toBe(54));
    const sorted = questions('jobs').map((each) => ({ ...each, ids: each.ids?.sort(byNumber) }));
    expect(sorted).toHaveLength(2);
    const path = '/internal/records/jobs?ids';
    expect(sorted).toEqual(
      expect.arrayContaining([
        { path, companyId: 1, ids: [...numbers(48), 51] },
        { path, companyId: 2, ids: [1, 2] },
      ]),
    );
    expect(questions('customers')).toEqual([
      { path: '/internal/records/customers?ids', companyId: 1, ids: expect.any(Array) },
    ]);
    const objects = target.received.map(({ body }) => JSON.parse(body).data.object);
    const shown = [
      ...numbers(48).map((id) => ({ job_id: id, version: 1, job_title: `Job ${id}` })),
      { job_id: 1, version: 1, job_title: 'Job 1' },
      { job_id: 51, deleted: true },
      { customer_id: 5 },
      { customer_id: 6 },
      ...[1, 2].map((id) => ({ job_id: id, version: 1, job_title: `Theirs ${id}` })),
    ];
    expect(objects).toHaveLength(shown.length);
    expect(objects).toEqual(expect.arrayContaining(shown));
  });
});

const byNumber = (one: number, other: number): number => one - other;

describe('an event for the dashboard alone', () => {
  it.each([
    ['invoice.paid', 'ui', 'jobs', RECORD_READS.invoices, 'invoice_id'],
    [
      'service_request.created',
      'booking',
      'customers',
      RECORD_READS.serviceRequests,
      'service_request_id',
    ],
  ] as const)('%s arrives with its source and record', async (type, actor, owner, path, idName) => {
    await service.givenEndpoint(url, [type]);
    const object = { [idName]: 7, version: 3, description: 'As its owner shows it.' };
    service.owners[owner].store(path, 1, 7, { id: 7, version: 3, object });

    const id = await service.publish(type, 7, {
      actor,
      occurredAt: new Date('2026-03-02T14:15:00.123Z'),
    });
    await service.publish(type, 8, { version: 2 });

    await eventually(() => expect(target.received.length).toBe(2));
    const bodies = target.received.map(({ body }) => JSON.parse(body));
    expect(bodies).toEqual(
      expect.arrayContaining([
        {
          id,
          type,
          api_version: '2026-05-27',
          occurred_at: '2026-03-02T14:15:00.123Z',
          source: actor,
          data: { object, previous: {}, version: 3 },
        },
        expect.objectContaining({
          data: { object: { [idName]: 8, deleted: true }, previous: {}, version: 2 },
        }),
      ]),
    );
  });
});

describe('an owner that is down', () => {
  afterEach(() => {
    service.owners.jobs.isUp = true;
  });

  it('delays what is about its records alone, without using up an attempt', async () => {
    const { id } = await service.givenEndpoint(url, ['job.created', 'customer.created']);
    const { jobs, customers } = service.owners;
    jobs.isUp = false;
    for (const jobId of [60, 61, 62, 63, 64]) {
      service.givenJob(jobId);
      await service.publish('job.created', jobId);
    }
    const { breaker } = jobs.clients.jobs;
    await eventually(() => expect(breaker.opened).toBe(true), { within: 20_000 });

    service.givenCustomer(65, 1);
    await service.publish('customer.created', 65);

    const arrived = () => target.received.map(({ body }) => JSON.parse(body).data.object);
    await eventually(() => expect(arrived()).toEqual([{ customer_id: 65 }]));
    expect(customers.clients.customers.breaker.opened).toBe(false);
    const waiting = (await service.deliveries(`?endpoint_id=${id}&status=pending`)).filter(
      ({ event }) => event === 'job.created',
    );
    expect(waiting.map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0, 0]);

    jobs.isUp = true;

    await eventually(() => expect(target.received.length).toBe(6), { within: 20_000 });
    await eventually(async () => {
      const sent = await service.deliveries(`?endpoint_id=${id}&status=succeeded`);
      expect(sent.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1, 1]);
    });
  }, 60_000);
});

it('a delivery that waits for its receiver shows its record as it is when it begins', async () => {
  const FIRST_AT_ONCE = 4;
  service.givenJob(90, { job_title: 'Before' });
  await service.givenEndpoint(url, ['job.deleted']);
  let goOn: (reply: Reply) => void = () => undefined;
  const answered = new Promise<Reply>((resolve) => {
    goOn = resolve;
  });
  target.answer = () => answered;
  for (let each = 0; each < 2 * FIRST_AT_ONCE; each += 1) await service.publish('job.deleted', 90);
  await eventually(() => expect(target.received.length).toBe(FIRST_AT_ONCE));

  service.givenJob(90, { job_title: 'After' });
  goOn({ status: 200 });

  await eventually(() => expect(target.received.length).toBe(2 * FIRST_AT_ONCE));
  const titles = target.received.map(({ body }) => JSON.parse(body).data.object.job_title);
  expect(titles.slice(FIRST_AT_ONCE)).toEqual(Array(FIRST_AT_ONCE).fill('After'));
});

describe('a reader of records', () => {
  const read = (events: readonly WebhookEventRecord[]) => {
    const { jobs, customers, others } = service.owners;
    const shownOf = createRecordReader({
      ...jobs.clients,
      ...customers.clients,
      ...others.clients,
    })(events.map((event) => ({ event, zone: 'America/New_York', country: 'US' })));
    return Promise.all(events.map(shownOf));
  };

  it('asks for a hundred records at most in one request', async () => {
    for (const id of numbers(250)) service.givenJob(id);

    const shown = await read(numbers(250).map((id) => anEvent('job.updated', id)));

    expect(shown.map(({ object }) => object['job_id'])).toEqual(numbers(250));
    expect(questions('jobs').map(({ ids }) => ids?.length)).toEqual([100, 100, 50]);
  });

  it('asks with every technician detail, in the zone of the company', async () => {
    await read([anEvent('job.updated', 1, { companyId: 3 })]);

    const [asked] = service.owners.jobs.requests;
    expect(asked?.caller).toMatchObject({ companyId: 3, zone: 'America/New_York', country: 'US' });
    expect(asked?.caller.scopes).toContain('technicians:read');
  });

  it('asks nobody for what the event says itself', async () => {
    const object = { message: 'Hello', endpoint_id: 4 };

    expect(await read([anEvent('ping', 4, { object })])).toEqual([{ object, version: 1 }]);
    expect(service.owners.jobs.requests).toEqual([]);
  });

  it('takes no record for gone because its owner does not know the question', async () => {
    const nobody = { read: async () => undefined };
    const event = anEvent('job.updated', 1);

    const shownOf = createRecordReader({
      jobs: nobody,
      customers: nobody,
      assets: nobody,
      inventory: nobody,
      technicians: nobody,
    })([{ event, zone: 'UTC', country: 'US' }]);

    await expect(shownOf(event)).rejects.toThrow('jobs has no /internal/records/jobs.');
  });
});
