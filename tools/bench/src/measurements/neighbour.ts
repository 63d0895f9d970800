import { createRecordPaths, createRenameBodies } from '../compare-with-peer';
import type { Disturbance } from '../load/disturb';
import type { LoadResult, RequestLoad } from '../load/load';
import {
  calculateRatio,
  CONNECTIONS,
  interleave,
  median,
  rounded,
  type Bench,
  type Finding,
  type Measurement,
} from '../measurement';
import { createCompany, writeJobs, type BenchCompany } from '../seed';
import { waitForConsumers, waitForOutbox } from '../wait-for-events';

const JOBS = 1_000;
const NOISY_CONNECTIONS = 8;
const LARGE_DESCRIPTION = 10_000;
const SECONDS = 10;
const READS_PER_SECOND = 50;
const WRITES_PER_SECOND = 20;

interface Round {
  readonly reads: LoadResult;
  readonly writes: LoadResult;
  readonly disturbances: number;
}

export const neighbour: Measurement = {
  name: 'neighbour',
  async measure(bench) {
    const { admin, databaseUrl } = bench.platform;
    const quiet = await createCompany(admin, 'quiet');
    const noisy = await createCompany(admin, 'noisy');
    const [firstJob = NaN] = await writeJobs(databaseUrl, [
      { id: quiet.id, rows: JOBS },
      { id: noisy.id, rows: JOBS, descriptionLength: LARGE_DESCRIPTION },
    ]);
    const loads = createQuietLoads(bench, quiet.key, firstJob);
    const [alone = [], beside = []] = await interleave(bench.rounds, [
      () => measureQuiet(bench, loads),
      () => measureQuiet(bench, loads, noisy.key),
    ]);
    return [...compare('reads', alone, beside), ...compare('writes', alone, beside)];
  },
};

function createQuietLoads({ platform }: Bench, key: BenchCompany['key'], firstJob: number) {
  const load: Omit<RequestLoad, 'method' | 'rate'> = {
    port: platform.gatewayPort,
    path: createRecordPaths('/api/v1/jobs', firstJob),
    headers: { 'x-api-key': key },
    // Enough that the company never waits for its own requests.
    connections: CONNECTIONS,
    until: { seconds: SECONDS },
  };
  const body = createRenameBodies('job_title');
  return {
    reads: { ...load, method: 'GET', rate: READS_PER_SECOND },
    writes: { ...load, method: 'PUT', body, rate: WRITES_PER_SECOND },
  } as const satisfies Record<string, RequestLoad>;
}

async function measureQuiet(
  bench: Bench,
  { reads, writes }: ReturnType<typeof createQuietLoads>,
  noisyKey?: BenchCompany['key'],
): Promise<Round> {
  const { gatewayPort, services } = bench.platform;
  // Events of an earlier round must not disturb this one.
  await waitForOutbox(bench, 'jobs');
  await waitForConsumers(services);
  const roles = ['load', 'load', 'disturbing-company'].map((name) => bench.start(name));
  const [readers, writers, disturber] = roles;
  if (!readers || !writers || !disturber) throw new Error('A process is missing.');
  try {
    const disturbance: Disturbance = {
      port: gatewayPort,
      key: noisyKey ?? '',
      connections: noisyKey === undefined ? 0 : NOISY_CONNECTIONS,
      seconds: SECONDS,
    };
    const [readsResult, writesResult, disturbances] = await Promise.all([
      readers.request<LoadResult>(reads),
      writers.request<LoadResult>(writes),
      disturber.request<number>(disturbance),
    ]);
    return { reads: readsResult, writes: writesResult, disturbances };
  } finally {
    for (const role of roles) await role.stop();
  }
}

function compare(
  kind: 'reads' | 'writes',
  alone: readonly Round[],
  beside: readonly Round[],
): readonly Finding[] {
  const disturbances = median(beside.map((round) => round.disturbances));
  return (['p50Ms', 'p99Ms'] as const).map((quantile) => {
    const [ms, msAlone] = [beside, alone].map((rounds) =>
      rounds.map((round) => round[kind][quantile]),
    ) as [number[], number[]];
    const called = quantile === 'p50Ms' ? 'p50' : 'p99';
    return {
      what: `${called} of a quiet company's ${kind}, beside a noisy one / alone`,
      unit: `times its ${called}`,
      ...calculateRatio(ms, msAlone),
      bound: quantile === 'p99Ms' ? { atMost: 3 } : undefined,
      detail: `${median(ms).toFixed(1)} ms / ${median(msAlone).toFixed(1)} ms; ${rounded(disturbances)} requests of the noisy company in ${SECONDS} s`,
    };
  });
}
