import { withClient } from '@svc/local-servers';
import { getWallTimeMs } from '../clock';
import {
  calculateRatio,
  findBenchCompany,
  getPid,
  interleave,
  median,
  rounded,
  type Bench,
} from '../measurement';
import type { Finding, Measurement } from '../measurement';
import {
  calculateTimePerRequest,
  describeProcessorTime,
  readProcessorMs,
  readServerProcessorMs,
  type ProcessorTimes,
  type Round,
} from '../processor-time';
import type { BareSending } from '../servers/bare-sender';
import { queueJobs, type GraphileSending } from '../servers/graphile-sender';
import { countSucceeded, queueBacklog, waitUntilDelivered } from '../webhooks/backlog';
import { withEndpoints, withReceivers, type Receivers } from '../webhooks/receivers';

const ENDPOINTS = 10;
const EVENTS = 2_000;
const WARM_UP_EVENTS = 200;
/** The service's limit per endpoint, used by the bare loop, too. */
const MAX_CONCURRENT_PER_ENDPOINT = 16;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

interface Sender {
  queue?(posts: number): Promise<void>;
  send(posts: number): Promise<number>;
  readonly processor: () => ProcessorTimes;
}

export const webhookBacklog: Measurement = {
  name: 'webhook-backlog',
  measure: (bench) =>
    withReceivers(bench, { answering: ENDPOINTS }, (receivers) =>
      withEndpoints(bench, 'large', receivers.urls, (endpointIds) =>
        compareSenders(bench, receivers, endpointIds),
      ),
    ),
};

async function compareSenders(
  bench: Bench,
  receivers: Receivers,
  endpointIds: readonly number[],
): Promise<readonly Finding[]> {
  const ours = ourSender(bench, receivers, endpointIds);
  await warmUp(receivers, ours);
  const body = await lastBody(bench);
  const bare = bareSender(bench, receivers, body);
  const graphile = graphileSender(bench, receivers);
  await warmUp(receivers, bare);
  await warmUp(receivers, graphile);

  const senders = [ours, bare, graphile];
  const rounds = await interleave(
    bench.rounds,
    senders.map((sender) => () => roundOf(receivers, sender)),
  );
  const [rates = [], bareRates = [], graphileRates = []] = rounds.map((each) =>
    each.map(({ perSecond }) => perSecond),
  );
  const perSecond = (each: readonly number[]): string => `${rounded(median(each))}/s`;
  const [split, bareSplit, graphileSplit] = rounds.map(describeProcessorTime);
  const backlog = `${rounded(EVENTS * ENDPOINTS)} webhooks to ${ENDPOINTS} endpoints`;
  return [
    {
      what: `${backlog} / bare loop of signed posts`,
      unit: 'of its rate',
      ...calculateRatio(rates, bareRates),
      bound: { atLeast: 0.4 },
      detail: `${perSecond(rates)} (${split}) of ${perSecond(bareRates)} (${bareSplit})`,
    },
    {
      what: `${backlog} / graphile-worker`,
      unit: 'times its rate',
      ...calculateRatio(rates, graphileRates),
      bound: { atLeast: 2 },
      detail: `${perSecond(rates)} of ${perSecond(graphileRates)} (${graphileSplit})`,
    },
  ];
}

async function warmUp(receivers: Receivers, sender: Sender): Promise<void> {
  const posts = WARM_UP_EVENTS * ENDPOINTS;
  await receivers.forget();
  await sender.queue?.(posts);
  await sender.send(posts);
}

function ourSender(bench: Bench, receivers: Receivers, endpointIds: readonly number[]): Sender {
  const { databaseUrl } = bench.platform;
  const { id: companyId, firstJob } = findBenchCompany(bench, 'large');
  let prefix = '';
  return {
    queue(posts) {
      prefix = String(Date.now());
      const events = posts / ENDPOINTS;
      return queueBacklog(databaseUrl, { prefix, companyId, endpointIds, events, firstJob });
    },
    async send(posts) {
      // Polling the database would disturb it.
      await receivers.arrived(posts);
      await waitUntilDelivered(databaseUrl);
      const endedAt = getWallTimeMs();
      const succeeded = await countSucceeded(databaseUrl, { companyId, prefix });
      if (succeeded !== posts) throw new Error(`${succeeded} of ${posts} succeeded in the log.`);
      return endedAt;
    },
    processor: createTimeReader(bench, getPid(bench, 'webhooks'), receivers),
  };
}

const createTimeReader = (bench: Bench, sender: number, receivers: Receivers) => () => ({
  sender: readProcessorMs(sender),
  jobs: readProcessorMs(getPid(bench, 'jobs')),
  PostgreSQL: readServerProcessorMs(bench.platform.postgresPid),
  receivers: readProcessorMs(receivers.pid),
});

function bareSender(bench: Bench, { urls, pid }: Receivers, body: string): Sender {
  const role = bench.start('bare-sender');
  const { ca } = bench.receivers;
  const sending = { urls, ca, secret: SECRET, body, atOnce: MAX_CONCURRENT_PER_ENDPOINT };
  return {
    send: (posts) => role.request({ ...sending, posts } satisfies BareSending),
    processor: () => ({ sender: readProcessorMs(role.pid), receivers: readProcessorMs(pid) }),
  };
}

function graphileSender(bench: Bench, receivers: Receivers): Sender {
  const role = bench.start('graphile-sender');
  const { databaseUrl, services } = bench.platform;
  const { ca } = bench.receivers;
  const { id: companyId, firstJob } = findBenchCompany(bench, 'large');
  const jobsPort = services.find(({ name }) => name === 'jobs')?.port ?? 0;
  const sending: GraphileSending = { databaseUrl, companyId, jobsPort, ca, secret: SECRET };
  return {
    queue: (posts) => queueJobs({ databaseUrl, urls: receivers.urls, firstJob, posts }),
    send: () => role.request(sending),
    processor: createTimeReader(bench, role.pid, receivers),
  };
}

async function roundOf(receivers: Receivers, sender: Sender): Promise<Omit<Round, 'p50Ms'>> {
  const { processor } = sender;
  const posts = EVENTS * ENDPOINTS;
  await receivers.forget();
  await sender.queue?.(posts);
  const before = processor();
  const endedAt = await sender.send(posts);
  const after = processor();
  const { deliveries, firstAt } = await receivers.count();
  if (deliveries !== posts) throw new Error(`${deliveries} of ${posts} deliveries arrived.`);
  return {
    perSecond: (posts / (endedAt - firstAt)) * 1_000,
    processorUs: calculateTimePerRequest(before, after, posts),
  };
}

const lastBody = (bench: Bench): Promise<string> =>
  withClient(bench.platform.databaseUrl, async (db) => {
    const { rows } = await db.query<{ body: string }>(
      'select request_body as body from webhooks.attempts limit 1',
    );
    return rows[0]?.body ?? '';
  });
