import { eventually, findMetricProblems } from '@svc/testing';
import { Registry } from 'prom-client';
import { registerJobMetrics } from '../src/job-metrics';
import { createStatusCounter } from '../src/persistence/job-schedule';
import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const shown = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...text.matchAll(/^fsm_jobs\{status="([^"]+)"\} (\S+)$/gm)].map(([, status, jobs]) => [
      String(status),
      Number(jobs),
    ]),
  );

it('tells how many jobs of all companies there are by status, none included', async () => {
  await service.givenJob({}, 1);
  await service.givenJob({}, 2);
  await service.givenJob({ job_status: 'On Hold' }, 2);
  const registry = new Registry();
  registerJobMetrics(registry, createStatusCounter(service.db));

  await eventually(async () =>
    expect(shown(await registry.metrics())).toMatchObject({ 'Pending': 2, 'On Hold': 1 }),
  );
  const text = await registry.metrics();
  expect(Object.keys(shown(text))).toHaveLength(9);
  expect(shown(text)).toMatchObject({ Completed: 0 });
  expect(await findMetricProblems(text)).toEqual([]);
});

it('counts once for all scrapes of five minutes, and again with the next where it failed', async () => {
  const registry = new Registry();
  let counted = 0;
  registerJobMetrics(registry, async () => {
    counted += 1;
    if (counted === 1) throw new Error('PostgreSQL is away');
    return [{ status: 'Completed', jobs: 7 }];
  });

  await registry.metrics();
  await eventually(async () =>
    expect(shown(await registry.metrics())).toMatchObject({ Completed: 7 }),
  );
  for (let scrape = 1; scrape <= 5; scrape += 1) await registry.metrics();

  expect(counted).toBe(2);
});
