import { until } from '@svc/local-servers';
import { loadUntilDrained } from '../drain';
import type { Load } from '../load/load';
import {
  companyOf,
  CONNECTIONS,
  interleave,
  type Bench,
  type Finding,
  type Measurement,
  type Server,
} from '../measurement';
import { processorMs, serverProcessorMs } from '../process-figures';
import { comparisonOf, perCall, processorTimes, type Round } from '../rounds';
import type { Company } from '../seed';

/** One call as an integrator makes it of us, and as the peer takes it. */
export interface Call {
  readonly name: string;
  readonly method: Load['method'];
  readonly ours: (company: Company) => string | readonly string[];
  readonly peers: (company: Company) => string | readonly string[];
  readonly body?: Load['body'];
  readonly atLeast: number;
  readonly atMostTimes: number;
}

const READ = { atLeast: 0.6, atMostTimes: 2 } as const;
const WRITE = { atLeast: 0.35, atMostTimes: 3 } as const;

/** A job for each connection, so that no two change the same one. */
const jobsOf = ({ firstJob }: Company, path: string): string[] =>
  Array.from({ length: CONNECTIONS }, (_, index) => `${path}?id=${firstJob + index}`);

export const CALLS: readonly Call[] = [
  {
    name: 'job read',
    method: 'GET',
    ours: (company) => jobsOf(company, '/api/v1/jobs'),
    peers: (company) => jobsOf(company, '/job'),
    ...READ,
  },
  {
    name: '50 jobs listed',
    method: 'GET',
    ours: () => '/api/v1/jobs',
    peers: () => '/jobs',
    ...READ,
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
    ...WRITE,
  },
  {
    name: 'job updated',
    method: 'PUT',
    ours: (company) => jobsOf(company, '/api/v1/jobs'),
    peers: (company) => jobsOf(company, '/job'),
    // In turn, so that every request changes something.
    body: ['Check the compressor', 'Replace the compressor'].map((job_title) =>
      JSON.stringify({ job_title }),
    ),
    ...WRITE,
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
  const { peer } = bench.reference;
  const ours = ourLoad(bench, call);
  const peers: Load = { ...ours, port: peer.port, path: call.peers(company), headers: {} };
  const [mine = [], other = []] = await interleave(bench.rounds, [
    () => ourRound(bench, ours),
    () => peerRound(bench, peers, peer),
  ]);
  return comparisonOf(`${call.name} / peer`, mine, other, {
    throughput: { atLeast: call.atLeast },
    processorTime: { atMost: call.atMostTimes },
  });
}

/** A call as it is made of the gateway, over and over. */
export function ourLoad(bench: Bench, { method, body, ours }: Call): Load {
  const company = companyOf(bench, 'medium');
  return {
    method,
    body,
    connections: CONNECTIONS,
    until: { seconds: bench.seconds },
    port: bench.platform.gatewayPort,
    path: ours(company),
    headers: { 'x-api-key': company.key },
  };
}

/** Puts a load of the gateway's on it, and waits until every consumer has had its events. */
export async function ourRound(bench: Bench, load: Load): Promise<Round> {
  await bench.warmUp(load);
  await consumed(bench);
  const before = processorTimes(bench);
  const { perSecond, answered } = await loadUntilDrained(bench, 'jobs', load);
  await consumed(bench);
  return { perSecond, processorUs: perCall(before, processorTimes(bench), answered) };
}

async function peerRound(bench: Bench, load: Load, { pid }: Server): Promise<Round> {
  const used = (): Readonly<Record<string, number>> => ({
    peer: processorMs(pid) ?? NaN,
    PostgreSQL: serverProcessorMs(bench.platform.postgresPid) ?? NaN,
  });
  await bench.warmUp(load);
  const before = used();
  const { perSecond, answered } = await bench.load(load);
  return { perSecond, processorUs: perCall(before, used(), answered) };
}

const CONSUMED_MS = 60_000;
const LAG = /^\w*consumer_lag\{.*\} (\S+)$/gm;

/** Waits until no consumer of any service has an event to settle. */
async function consumed({ platform }: Bench): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    const pages = await Promise.all(
      platform.services.map(async ({ metricsPort }) =>
        (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
      ),
    );
    return pages.every((page) => [...page.matchAll(LAG)].every(([, lag]) => Number(lag) === 0));
  };
  if (!(await until(isDone, CONSUMED_MS))) throw new Error('The consumers did not catch up.');
}
