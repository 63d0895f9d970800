import { eventually } from '@svc/testing';
import { Registry } from 'prom-client';
import { registerProcessMetrics } from './metrics';

it('wakes the process no more than ten times a second to sample the delay of its event loop', async () => {
  const registry = new Registry();
  registerProcessMetrics(registry, '');
  const startedAt = performance.now();
  await eventually(() => expect(performance.now() - startedAt).toBeGreaterThan(500));

  const text = await registry.metrics();

  const [, least] = /^nodejs_eventloop_lag_min_seconds (\S+)$/m.exec(text) ?? [];
  expect(Number(least)).toBeGreaterThan(0.05);
});
