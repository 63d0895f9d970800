import { eventually } from '@svc/testing';
import type { Receiver } from './receiver';
import { HOST, serviceWithReceiver, type TestService } from './service';

let service: TestService;
let refusing: Receiver;

beforeAll(async () => {
  // Three attempts; a pause lasts one gap.
  ({ service, target: refusing } = await serviceWithReceiver({ gapsMs: [100, 100] }));
});
afterAll(() => service.close());

const EVENTS = 60;

it('to an endpoint that fails, the first deliveries come to their end before others begin', async () => {
  refusing.answer = () => ({ status: 503 });
  service.givenJob(1);
  const { id } = await service.givenEndpoint(`https://${HOST}:${refusing.port}/`, ['job.created']);
  const having = (status: string) => service.deliveries(`?endpoint_id=${id}&status=${status}`);

  for (let count = 0; count < EVENTS; count += 1) await service.publish('job.created', 1);
  await eventually(async () => expect(await having('failed')).not.toEqual([]), { within: 20_000 });

  const untouched = await having('pending');
  expect(untouched.length).toBeGreaterThan(EVENTS / 2);
  expect(untouched.every(({ attempts }) => attempts === 0)).toBe(true);
}, 30_000);
