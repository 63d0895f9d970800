import type { Context } from '@svc/contracts';
import type { RequestLoad } from './load/load';
import {
  calculateRatio,
  compareMedians,
  CONNECTIONS,
  findBenchCompany,
  interleave,
  median,
  rounded,
  type Bench,
  type Finding,
} from './measurement';
import {
  describeProcessorTime,
  measureRound,
  readProcessorMs,
  readServerProcessorMs,
  sumUs,
  type ProcessorTimes,
  type Round,
} from './processor-time';
import type { BenchCompany } from './seed';
import { waitForConsumers, waitForOutbox } from './wait-for-events';

export interface ComparedCall {
  readonly name: string;
  readonly context: Context;
  readonly method: RequestLoad['method'];
  readonly ours: (company: BenchCompany) => string | readonly string[];
  readonly peers: (company: BenchCompany) => string | readonly string[];
  readonly body?: RequestLoad['body'];
  /** Minimum share of the peer's throughput. */
  readonly atLeast: number;
  /** Maximum multiple of its processor time; absent if the figure is only reported. */
  readonly atMostTimes?: number;
  /** Maximum multiple of its median latency for requests that come one after the other. */
  readonly aloneAtMostTimes?: number;
}

/** Each connection gets its own record, so that no two change the same one. */
export const createRecordPaths = (path: string, firstId: number): string[] =>
  Array.from({ length: CONNECTIONS }, (_, index) => `${path}?id=${firstId + index}`);

export const createRenameBodies = (field: string): string[] =>
  ['Check the compressor', 'Replace the compressor'].map((name) =>
    JSON.stringify({ [field]: name }),
  );

/** Processor time counts until every consumer has handled the events. */
export async function compareWithPeer(
  bench: Bench,
  calls: readonly ComparedCall[],
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const call of calls) findings.push(...(await compare(bench, call)));
  return findings;
}

async function compare(bench: Bench, call: ComparedCall): Promise<readonly Finding[]> {
  const { measureOurs, measurePeer } = createRounds(bench, call);
  const [ours = [], peers = []] = await interleave(bench.rounds, [
    () => measureOurs(CONNECTIONS),
    () => measurePeer(CONNECTIONS),
  ]);
  return compareRounds(call, ours, peers);
}

const MAX_TIMES_AMONG_MANY = 1.6;

/** Requests that come one after the other: latency beside the peer's, and their own cost among many. */
export async function compareAlone(bench: Bench, call: ComparedCall): Promise<readonly Finding[]> {
  const { measureOurs, measurePeer } = createRounds(bench, call);
  const [alone = [], peers = [], among = []] = await interleave(bench.rounds, [
    () => measureOurs(1),
    () => measurePeer(1),
    () => measureOurs(CONNECTIONS),
  ]);
  const medians = (rounds: readonly Round[]): number[] => rounds.map(({ p50Ms }) => p50Ms);
  return [
    compareMedians(
      `${call.name} alone / peer`,
      medians(alone),
      medians(peers),
      call.aloneAtMostTimes,
    ),
    {
      what: `${call.name} alone / among ${CONNECTIONS}`,
      unit: 'times its processor time',
      ...calculateRatio(alone.map(sumUs), among.map(sumUs)),
      bound: { atMost: MAX_TIMES_AMONG_MANY },
      detail: `${describeProcessorTime(alone)} of ${describeProcessorTime(among)}; peer alone ${describeProcessorTime(peers)}`,
    },
  ];
}

function createRounds(bench: Bench, call: ComparedCall) {
  const company = findBenchCompany(bench, 'medium');
  const { platform, reference } = bench;
  const ours = {
    method: call.method,
    body: call.body,
    until: { seconds: bench.seconds },
    port: platform.gatewayPort,
    path: call.ours(company),
    headers: { 'x-api-key': company.key },
  };
  const { peer } = reference;
  const peers = { ...ours, port: peer.port, path: call.peers(company), headers: {} };
  return {
    measureOurs: (connections: number): Promise<Round> =>
      measureRound(
        bench,
        { ...ours, connections },
        () => readTimesAfterEvents(bench),
        () => waitForOutbox(bench, call.context),
      ),
    measurePeer: (connections: number): Promise<Round> =>
      measureRound(bench, { ...peers, connections }, () => ({
        peer: readProcessorMs(peer.pid),
        PostgreSQL: readServerProcessorMs(platform.postgresPid),
      })),
  };
}

async function readTimesAfterEvents({ platform }: Bench): Promise<ProcessorTimes> {
  const { services, natsPid, postgresPid } = platform;
  await waitForConsumers(services);
  return {
    ...Object.fromEntries(services.map(({ name, pid }) => [name, readProcessorMs(pid)])),
    NATS: readProcessorMs(natsPid),
    PostgreSQL: readServerProcessorMs(postgresPid),
  };
}

function compareRounds(
  { name, atLeast, atMostTimes }: ComparedCall,
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
      ...calculateRatio(rates, peerRates),
      bound: { atLeast },
      detail: `${rounded(median(rates))}/s of ${rounded(median(peerRates))}/s`,
    },
    {
      what,
      unit: 'times its processor time',
      ...calculateRatio(ours.map(sumUs), peers.map(sumUs)),
      ...(atMostTimes !== undefined && { bound: { atMost: atMostTimes } }),
      detail: `${describeProcessorTime(ours)} of ${describeProcessorTime(peers)}`,
    },
  ];
}
