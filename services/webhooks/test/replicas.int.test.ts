import { eventually } from '@svc/testing';
import type { Receiver } from './receiver';
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
  // A receiver that did not answer in time on a busy machine is asked again, by another attempt.
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
