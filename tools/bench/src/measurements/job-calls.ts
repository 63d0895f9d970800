import type { Load } from '../load/load';
import {
  companyOf,
  CONNECTIONS,
  interleave,
  median,
  ratioOf,
  rounded,
  type Bench,
  type Finding,
  type Measurement,
} from '../measurement';
import {
  describeProcessorTime,
  measureRound,
  processorMs,
  serverProcessorMs,
  sumUs,
  type ProcessorTimes,
  type Round,
} from '../processor-time';
import type { Company } from '../seed';
import { waitForConsumers, waitForOutbox } from '../wait-for-events';

/** One call as an integrator makes it of us, and as the peer takes it. */
interface Call {
  readonly name: string;
  readonly method: Load['method'];
  readonly ours: (company: Company) => string | readonly string[];
  readonly peers: (company: Company) => string | readonly string[];
  readonly body?: Load['body'];
  /** Share of the peer's throughput. */
  readonly atLeast: number;
  /** Multiple of its processor time. */
  readonly atMostTimes: number;
}

/** A job for each connection, so that no two change the same one. */
const jobPaths = ({ firstJob }: Company, path: string): string[] =>
  Array.from({ length: CONNECTIONS }, (_, index) => `${path}?id=${firstJob + index}`);

const CALLS: readonly Call[] = [
  {
    name: 'job read',
    method: 'GET',
    ours: (company) => jobPaths(company, '/api/v1/jobs'),
    peers: (company) => jobPaths(company, '/job'),
    atLeast: 0.65,
    atMostTimes: 1.7,
  },
  {
    name: '50 jobs listed',
    method: 'GET',
    ours: () => '/api/v1/jobs',
    peers: () => '/jobs',
    atLeast: 0.9,
    atMostTimes: 1.7,
  },
  {
    name: 'job created',
    method: 'POST',
    ours: () => '/api/v1/jobs',
    peers: () => '/jobs',
    body: JSON.stringify({
      job_title: 'Replace the compressor',
      job_description: 'The compressor of unit 4 does not start; replace it and test the unit.',
      customer_location_id: 17,
    }),
    atLeast: 0.4,
    atMostTimes: 3,
  },
  {
    name: 'job updated',
    method: 'PUT',
    ours: (company) => jobPaths(company, '/api/v1/jobs'),
    peers: (company) => jobPaths(company, '/job'),
    // In turn, so that every request changes something.
    body: ['Check the compressor', 'Replace the compressor'].map((job_title) =>
      JSON.stringify({ job_title }),
    ),
    atLeast: 0.35,
    atMostTimes: 3,
  },
];

/**
 * The four calls next to a server of one process that does nothing else: throughput, and processor
 * time over all processes, ours until every consumer has had the events.
 */
export const jobCalls: Measurement = {
  name: 'job-calls',
  async measure(bench) {
    const findings: Finding[] = [];
    for (const call of CALLS) findings.push(...(await compare(bench, call)));
    return findings;
  },
};

async function compare(bench: Bench, call: Call): Promise<readonly Finding[]> {
  const company = companyOf(bench, 'medium');
  const { platform, reference } = bench;
  const ours: Load = {
    method: call.method,
    body: call.body,
    connections: CONNECTIONS,
    until: { seconds: bench.seconds },
    port: platform.gatewayPort,
    path: call.ours(company),
    headers: { 'x-api-key': company.key },
  };
  const { peer } = reference;
  const peers: Load = { ...ours, port: peer.port, path: call.peers(company), headers: {} };
  const [mine = [], other = []] = await interleave(bench.rounds, [
    () =>
      measureRound(
        bench,
        ours,
        () => readTimesAfterEvents(bench),
        () => waitForOutbox(bench),
      ),
    () =>
      measureRound(bench, peers, () => ({
        peer: processorMs(peer.pid),
        PostgreSQL: serverProcessorMs(platform.postgresPid),
      })),
  ]);
  return compareRounds(call, mine, other);
}

/** Processor times of the whole platform, once every consumer has had every event. */
async function readTimesAfterEvents({ platform }: Bench): Promise<ProcessorTimes> {
  const { services, natsPid, postgresPid } = platform;
  await waitForConsumers(services);
  return {
    ...Object.fromEntries(services.map(({ name, pid }) => [name, processorMs(pid)])),
    NATS: processorMs(natsPid),
    PostgreSQL: serverProcessorMs(postgresPid),
  };
}

function compareRounds(
  { name, atLeast, atMostTimes }: Call,
  ours: readonly Round[],
  peers: readonly Round[],
): readonly Finding[] {
  const what = `${name} / peer`;
  const rates = ours.map(({ perSecond }) => perSecond);
  const peerRates = peers.map(({ perSecond }) => perSecond);
  return [
    {
      what,
      unit: 'of its throughput',
      ...ratioOf(rates, peerRates),
      bound: { atLeast },
      detail: `${rounded(median(rates))}/s of ${rounded(median(peerRates))}/s`,
    },
    {
      what,
      unit: 'times its processor time',
      ...ratioOf(ours.map(sumUs), peers.map(sumUs)),
      bound: { atMost: atMostTimes },
      detail: `${describeProcessorTime(ours)} of ${describeProcessorTime(peers)}`,
    },
  ];
}
