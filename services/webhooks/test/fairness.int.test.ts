import { certificateAuthority, eventually } from '@svc/testing';
import { receiver, type Receiver, type Reply } from './receiver';
import { HOST, testService, type TestService } from './service';

let service: TestService;
let healthy: Receiver;
let hanging: Receiver;

beforeAll(async () => {
  const { ca, certify } = await certificateAuthority();
  const certificate = await certify(HOST);
  // Longer than this test waits, so that nothing ends by itself.
  service = await testService({ ca, deadlineMs: 18_000, gapsMs: [60_000] });
  healthy = await receiver(certificate);
  hanging = await receiver(certificate);
});
afterAll(async () => {
  await service.close();
  await Promise.all([healthy.close(), hanging.close()]);
});

const JOBS = 200;
/** What an endpoint gets at once at most. */
const LARGEST_PACE = 16;

it('an endpoint that does not answer delays no other, and is parked without using up attempts', async () => {
  let giveUp: (reply: Reply) => void = () => undefined;
  const answer = new Promise<Reply>((resolve) => {
    giveUp = resolve;
  });
  hanging.answer = () => answer;
  const stuck = await service.givenEndpoint(`https://${HOST}:${hanging.port}/`, ['job.created']);
  await service.givenEndpoint(`https://${HOST}:${healthy.port}/`, ['job.created']);
  service.givenJob(1);

  for (let count = 0; count < JOBS; count += 1) await service.publish('job.created', 1);
  await eventually(() => expect(healthy.received.length).toBe(JOBS), { within: 15_000 });

  // The first requests to the other are still open, and no more came after them.
  expect(hanging.received.length).toBeGreaterThan(0);
  expect(hanging.received.length).toBeLessThanOrEqual(LARGEST_PACE);
  const untouched = await service.deliveries(`?endpoint=${stuck.id}&status=pending`);
  expect(untouched).toHaveLength(JOBS);
  expect(untouched.every(({ attempts }) => attempts === 0)).toBe(true);

  giveUp({ status: 503 });
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
});
