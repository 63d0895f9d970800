import { randomUUID } from 'node:crypto';
import { BULK_LIMIT } from '@svc/contracts';
import { request } from 'undici';
import {
  companyOf,
  interleave,
  median,
  ratioOf,
  rounded,
  type Bench,
  type Measurement,
} from '../measurement';

const JOB = {
  job_title: 'Replace the compressor',
  job_description: 'The compressor of unit 4 does not start; replace it and test the unit.',
  customer_location_id: 17,
};

const SINGLE = { query: '', jobs: 1, body: JSON.stringify(JOB) };

const BULK = {
  query: '?action=bulk',
  jobs: BULK_LIMIT,
  body: JSON.stringify({
    operations: Array.from({ length: BULK_LIMIT }, () => ({ method: 'POST', body: JOB })),
  }),
};

/** Jobs created in bulk next to single calls, by a client that makes one call after the other. */
export const bulk: Measurement = {
  name: 'bulk',
  async measure(bench) {
    const [single = [], plain = [], keyed = []] = await interleave(bench.rounds, [
      () => jobsPerSecond(bench, SINGLE),
      () => jobsPerSecond(bench, BULK),
      () => jobsPerSecond(bench, BULK, { isKeyed: true }),
    ]);
    const rate = median(single);
    return [['', plain] as const, [' with Idempotency-Keys', keyed] as const].map(
      ([how, rates]) => ({
        what: `jobs in bulks of ${BULK_LIMIT}${how} / single calls`,
        unit: 'times as many a second',
        ...ratioOf(rates, single),
        bound: { atLeast: 3 },
        detail: `${rounded(median(rates))}/s of ${rounded(rate)}/s`,
      }),
    );
  },
};

async function jobsPerSecond(
  bench: Bench,
  { query, jobs, body }: typeof SINGLE,
  { isKeyed = false } = {},
): Promise<number> {
  const { gatewayPort } = bench.platform;
  const { key } = companyOf(bench, 'growing');
  const call = async (): Promise<void> => {
    const answer = await request(`http://127.0.0.1:${gatewayPort}/api/v1/jobs${query}`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        ...(isKeyed && { 'idempotency-key': randomUUID() }),
      },
      body,
    });
    const text = await answer.body.text();
    const isDone = jobs === 1 ? answer.statusCode === 201 : text.includes(ALL_DONE);
    if (!isDone) throw new Error(`POST of ${jobs} jobs answered ${answer.statusCode}: ${text}`);
  };
  await call();
  const startedAt = performance.now();
  const endsAt = startedAt + bench.seconds * 1_000;
  let made = 0;
  while (performance.now() < endsAt) {
    await call();
    made += jobs;
  }
  return made / ((performance.now() - startedAt) / 1_000);
}

const ALL_DONE = `${BULK_LIMIT} of ${BULK_LIMIT} operations succeeded.`;
