import { certificateAuthority, eventually } from '@svc/testing';
import { receiver, type Receiver } from './receiver';
import { HOST, testService, type TestService } from './service';

const DEADLINE_MS = 1_500;

let service: TestService;
let healthy: Receiver;
let hanging: Receiver;

beforeAll(async () => {
  const { ca, certify } = await certificateAuthority();
  const certificate = await certify(HOST);
  service = await testService({ ca, deadlineMs: DEADLINE_MS, gapsMs: [60_000] });
  healthy = await receiver(certificate);
  hanging = await receiver(certificate);
  hanging.answer = () => undefined;
});
afterAll(async () => {
  await service.close();
  await Promise.all([healthy.close(), hanging.close()]);
});

const JOBS = 200;

it('an endpoint that never answers delays no other, and is parked without using up attempts', async () => {
  const stuck = await service.givenEndpoint(`https://${HOST}:${hanging.port}/`, ['job.created']);
  await service.givenEndpoint(`https://${HOST}:${healthy.port}/`, ['job.created']);
  service.givenJob(1);

  const started = Date.now();
  for (let count = 0; count < JOBS; count += 1) await service.publish('job.created', 1);
  await eventually(() => expect(healthy.received.length).toBe(JOBS), { within: 20_000 });
  const latencies = healthy.received.map(
    ({ at, body }) => at - Date.parse(JSON.parse(body).occurred_at),
  );

  // Had they waited for the hanging ones, most would be later than one deadline.
  expect(Math.max(...latencies)).toBeLessThan(DEADLINE_MS);
  await eventually(
    async () => {
      expect(await service.metrics.getSingleMetricAsString('webhook_parked_endpoints')).toMatch(
        /webhook_parked_endpoints 1/,
      );
    },
    { within: 20_000 },
  );
  // Four at once at first, fewer with each failure: parked after five.
  expect(hanging.received.length).toBeLessThanOrEqual(8);
  const waiting = await service.deliveries(`?endpoint=${stuck.id}&status=pending`);
  expect(waiting.length).toBeGreaterThanOrEqual(JOBS - 8);
  expect(waiting.every(({ attempts }) => attempts === 0)).toBe(true);
  expect(Date.now() - started).toBeLessThan(25_000);
});
