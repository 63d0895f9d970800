import { findBenchCompany, rounded, type Finding, type Measurement } from '../measurement';
import { quantile } from '../quantile';
import { changeJobs } from '../webhooks/job-changes';
import { readLoggedEvents, withEndpoints, withReceivers } from '../webhooks/receivers';

const PER_SECOND = 50;
const CHANGES = 1_000;
const LEFT_OUT = 100;

export const webhookLatency: Measurement = {
  name: 'webhook-latency',
  measure(bench) {
    const company = findBenchCompany(bench, 'large');
    const jobs = Array.from({ length: LEFT_OUT + CHANGES }, (_, index) => company.firstJob + index);
    return withReceivers(bench, { answering: 1 }, (receivers) =>
      withEndpoints(bench, 'large', receivers.urls, async () => {
        const title = `Changed for its latency ${Date.now()}`;
        const answered = await changeJobs(bench, company, { jobs, perSecond: PER_SECOND, title });
        await receivers.arrived(jobs.length);
        const jobOf = new Map(
          (await readLoggedEvents(bench, company.id)).map(({ eventId, jobId }) => [eventId, jobId]),
        );
        const counted = new Set(jobs.slice(LEFT_OUT));
        const latencies = (await receivers.list()).flatMap(({ eventId, at }) => {
          const job = jobOf.get(eventId) ?? 0;
          return counted.has(job) ? [at - (answered.get(job) ?? NaN)] : [];
        });
        return findingsOf(latencies);
      }),
    );
  },
};

const findingsOf = (latencies: readonly number[]): readonly Finding[] =>
  [
    { name: 'median', share: 0.5, atMost: 100 },
    { name: 'p99', share: 0.99, atMost: 500 },
  ].map(({ name, share, atMost }) => ({
    what: `job change answered → webhook's first byte, ${name}`,
    unit: 'ms',
    value: quantile(latencies, share),
    bound: { atMost },
    detail: `${rounded(latencies.length)} changes at ${PER_SECOND}/s through the gateway`,
  }));
