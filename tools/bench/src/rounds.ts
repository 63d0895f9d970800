import type { Load } from './load/load';
import { median, ratioOf, rounded, type Bench, type Finding } from './measurement';
import { processorMs, serverProcessorMs } from './process-figures';

/** What one load of a variant came to. */
export interface Round {
  readonly perSecond: number;
  /** Processor time of one call by process, in microseconds. */
  readonly processorUs: Times;
}

type Times = Readonly<Record<string, number>>;

/** Processor time that each process of the platform, PostgreSQL and NATS have used, in milliseconds. */
export function processorTimes({ platform }: Bench): Times {
  const { services, natsPid, postgresPid } = platform;
  return {
    ...Object.fromEntries(services.map(({ name, pid }) => [name, processorMs(pid) ?? NaN])),
    NATS: processorMs(natsPid) ?? NaN,
    PostgreSQL: serverProcessorMs(postgresPid) ?? NaN,
  };
}

/** What was used between two readings, in microseconds a call. */
export const perCall = (before: Times, after: Times, calls: number): Times =>
  Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [
      name,
      ((ms - (before[name] ?? NaN)) * 1_000) / calls,
    ]),
  );

/** Puts a load on the gateway; what it leaves to be done is counted until `settled` has resolved. */
export async function roundOf(
  bench: Bench,
  load: Load,
  settled: () => Promise<unknown> = async () => undefined,
): Promise<Round & { readonly answered: number }> {
  await bench.warmUp(load);
  const before = processorTimes(bench);
  const { answered, perSecond } = await bench.load(load);
  await settled();
  return { answered, perSecond, processorUs: perCall(before, processorTimes(bench), answered) };
}

interface Bounds {
  readonly throughput?: Finding['bound'];
  readonly processorTime?: Finding['bound'];
}

/** Throughput and processor time of all processes, next to a reference's rounds in the same order. */
export function comparisonOf(
  what: string,
  ours: readonly Round[],
  reference: readonly Round[],
  { throughput, processorTime }: Bounds,
): readonly Finding[] {
  const ratesOf = (rounds: readonly Round[]) => rounds.map(({ perSecond }) => perSecond);
  const timesOf = (rounds: readonly Round[]) => rounds.map(({ processorUs }) => sum(processorUs));
  return [
    {
      what,
      unit: 'of its throughput',
      ...ratioOf(ratesOf(ours), ratesOf(reference)),
      bound: throughput,
      detail: `${rounded(median(ratesOf(ours)))}/s of ${rounded(median(ratesOf(reference)))}/s`,
    },
    {
      what,
      unit: 'times its processor time',
      ...ratioOf(timesOf(ours), timesOf(reference)),
      bound: processorTime,
      detail: `${shares(ours)} of ${shares(reference)}`,
    },
  ];
}

const sum = (times: Times): number => Object.values(times).reduce((total, time) => total + time, 0);

/** Medians of what each process used, the largest first; what is next to nothing is left out. */
function shares(rounds: readonly Round[]): string {
  const all = Object.keys(rounds[0]?.processorUs ?? {}).map((name) => {
    const us = median(rounds.map(({ processorUs }) => processorUs[name] ?? NaN));
    return { name, us };
  });
  const total = median(rounds.map(({ processorUs }) => sum(processorUs)));
  const largest = all.filter(({ us }) => us >= 5).sort((one, other) => other.us - one.us);
  return `${rounded(total)} µs (${largest.map(({ name, us }) => `${name} ${rounded(us)}`).join(', ')})`;
}
