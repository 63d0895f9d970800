import {
  calculateRatio,
  findBenchCompany,
  interleave,
  median,
  type Bench,
  type Measurement,
} from '../measurement';
import { quantile } from '../quantile';
import { changeJobs } from '../webhooks/job-changes';
import {
  readLoggedEvents,
  withEndpoints,
  withReceivers,
  type Receivers,
} from '../webhooks/receivers';

const HEALTHY = 4;
const EVENTS_PER_SECOND = 50;
/** Longer than the request deadline, so that some requests time out. */
const SECONDS = 12;
const ROUNDS = 2;

export const webhookHanging: Measurement = {
  name: 'webhook-hanging',
  measure: (bench) =>
    withReceivers(bench, { answering: HEALTHY, silent: 1 }, async (receivers) => {
      const healthy = receivers.urls.slice(0, HEALTHY);
      const [alone = [], beside = []] = await interleave(Math.min(bench.rounds, ROUNDS), [
        () => lagOf(bench, receivers, healthy),
        () => lagOf(bench, receivers, receivers.urls),
      ]);
      const p99 = median(beside);
      const p99Alone = median(alone);
      return [
        {
          what: 'p99 of healthy webhooks, a fifth hanging / none',
          unit: 'times its p99',
          ...calculateRatio(beside, alone),
          bound: { atMost: 2 },
          detail: `${p99.toFixed(1)} ms / ${p99Alone.toFixed(1)} ms, from due to first byte`,
        },
      ];
    }),
};

function lagOf(bench: Bench, receivers: Receivers, urls: readonly string[]): Promise<number> {
  const company = findBenchCompany(bench, 'large');
  const events = EVENTS_PER_SECOND * SECONDS;
  const jobs = Array.from({ length: events }, (_, index) => company.firstJob + index);
  return withEndpoints(bench, 'large', urls, async () => {
    await receivers.forget();
    const title = `Changed for its lag ${Date.now()}`;
    await changeJobs(bench, company, { jobs, perSecond: EVENTS_PER_SECOND, title });
    await receivers.arrived(HEALTHY * events);
    const dueAt = new Map(
      (await readLoggedEvents(bench, company.id)).map((event) => [event.eventId, event.dueAt]),
    );
    const lags = (await receivers.list())
      .filter(({ receiver }) => receiver < HEALTHY)
      .map(({ eventId, at }) => at - (dueAt.get(eventId) ?? NaN));
    return quantile(lags, 0.99);
  });
}
