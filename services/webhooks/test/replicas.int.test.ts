import { eventually } from '@svc/testing';
import type { Receiver, Reply } from './receiver';
import { HOST, serviceWithReceiver, type TestService } from './service';

const EVENTS = 200;
const ENDPOINTS = 3;

let service: TestService;
let target: Receiver;

beforeAll(async () => {
  ({ service, target } = await serviceWithReceiver({ replicas: 3 }));
});
afterAll(() => service.close());

it('three processes make each attempt of each delivery once', async () => {
  for (let at = 0; at < ENDPOINTS; at += 1) {
    await service.givenEndpoint(`https://${HOST}:${target.port}/${at}`, ['job.created']);
  }
  const jobs = Array.from({ length: EVENTS }, (_, at) => at + 1);
  for (const job of jobs) service.givenJob(job);

  const ids = await Promise.all(jobs.map((job) => service.publish('job.created', job)));

  const expected = ids.flatMap((id) =>
    Array.from({ length: ENDPOINTS }, (_, at) => `/${at} ${id}`),
  );
  await eventually(
    async () => {
      const [left] = await service.db.query(
        'select count(*)::integer as pending from pending_deliveries',
      );
      expect(target.received.length).toBeGreaterThanOrEqual(expected.length);
      expect(left).toEqual({ pending: 0 });
    },
    { within: 60_000 },
  );
  // A receiver that is late on a busy machine gets another attempt.
  const made = target.received.map(({ headers }) => String(headers['x-svc-delivery-id']));
  const logged = await service.db.query<{ id: string; response_code: number | null }[]>(
    'select id, response_code from attempts',
  );
  expect(new Set(made).size).toBe(made.length);
  expect(logged.map(({ id }) => id)).toEqual(expect.arrayContaining(made));
  expect(logged.filter(({ response_code }) => response_code === 200)).toHaveLength(expected.length);
  const got = target.received.map(({ path, headers }) => `${path} ${headers['x-svc-event-id']}`);
  expect(new Set(got)).toEqual(new Set(expected));
}, 120_000);

const KNOWN = 60;
const MORE = 120;

it('once a receiver has answered 410 and its stop is recorded, no process begins a request to it', async () => {
  const event = 'job.updated';
  const { id } = await service.givenEndpoint(`https://${HOST}:${target.port}/gone`, [event]);
  service.givenJob(1);
  const publish = (count: number) =>
    Promise.all(Array.from({ length: count }, () => service.publish(event, 1)));
  await publish(KNOWN);
  // Each process sends its current limit at once.
  await eventually(async () =>
    expect((await service.deliveries(`?endpoint_id=${id}&status=succeeded`)).length).toBe(KNOWN),
  );
  target.received.length = 0;
  let end: (reply: Reply) => void = () => undefined;
  const ended = new Promise<Reply>((resolve) => {
    end = resolve;
  });
  target.answer = () => (target.received.length === 1 ? { status: 410 } : ended);

  await publish(MORE);
  await eventually(async () => {
    const [endpoint] = await service.db.query('select is_on from endpoints where id = $1', [id]);
    expect(endpoint).toEqual({ is_on: false });
  });
  // Requests that have begun arrive within a moment.
  let begun = -1;
  await eventually(async () => {
    const before = begun;
    begun = target.received.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(begun).toBe(before);
  });
  end({ status: 200 });

  await eventually(async () => {
    const [left] = await service.db.query(
      'select count(*)::integer as pending from pending_deliveries',
    );
    expect(left).toEqual({ pending: 0 });
  });
  expect(target.received).toHaveLength(begun);
  expect(begun).toBeLessThan(MORE);
}, 60_000);
