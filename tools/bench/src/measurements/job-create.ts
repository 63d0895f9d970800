import { loadUntilDrained } from '../drain';
import type { Load } from '../load/load';
import {
  companyOf,
  CONNECTIONS,
  interleave,
  median,
  ratioOf,
  rounded,
  type Measurement,
} from '../measurement';

const BODY = JSON.stringify({
  job_title: 'Replace the compressor',
  job_description: 'The compressor of unit 4 does not start; replace it and test the unit.',
  customer_location_id: 17,
});

/** A job created: row, outbox row, and the event acknowledged by JetStream. */
export const jobCreate: Measurement = {
  name: 'job-create',
  async measure(bench) {
    const common: Omit<Load, 'port' | 'path' | 'headers'> = {
      method: 'POST',
      body: BODY,
      connections: CONNECTIONS,
      until: { seconds: bench.seconds },
    };
    const ours: Load = {
      ...common,
      port: bench.platform.gatewayPort,
      path: '/api/v1/jobs',
      headers: { 'x-api-key': companyOf(bench, 'growing').key },
    };
    const reference: Load = {
      ...common,
      port: bench.reference.jobs.port,
      path: '/jobs',
      headers: {},
    };
    const [mine = [], other = []] = await interleave(bench.rounds, [
      async () => (await loadUntilDrained(bench, 'jobs', ours)).perSecond,
      async () => (await bench.load(reference)).perSecond,
    ]);
    const rate = median(mine);
    const referenceRate = median(other);
    return [
      {
        what: 'job created, event acknowledged / bare node:http + pg',
        unit: 'of its throughput',
        ...ratioOf(mine, other),
        bound: { atLeast: 0.4 },
        detail: `${rounded(rate)}/s of ${rounded(referenceRate)}/s`,
      },
    ];
  },
};
