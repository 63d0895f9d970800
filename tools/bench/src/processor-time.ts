import { readdirSync, readFileSync } from 'node:fs';
import type { RequestLoad } from './load/load';
import { median, rounded, type Bench } from './measurement';

/** Milliseconds by process; NaN without /proc. */
export type ProcessorTimes = Readonly<Record<string, number>>;

/** Throughput, latency, and processor time per request by process in microseconds. */
export interface Round {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly processorUs: ProcessorTimes;
}

/** Counts time until `settled` has resolved. */
export async function measureRound(
  bench: Bench,
  load: RequestLoad,
  readTimes: () => ProcessorTimes | Promise<ProcessorTimes>,
  settled: () => Promise<unknown> = async () => undefined,
): Promise<Round> {
  await bench.warmUp(load);
  const before = await readTimes();
  const { answered, elapsedMs, p50Ms } = await bench.load(load);
  const endedAt = performance.now();
  await settled();
  const seconds = (elapsedMs + performance.now() - endedAt) / 1_000;
  return {
    perSecond: answered / seconds,
    p50Ms,
    processorUs: calculateTimePerRequest(before, await readTimes(), answered),
  };
}

export const calculateTimePerRequest = (
  before: ProcessorTimes,
  after: ProcessorTimes,
  requests: number,
): ProcessorTimes =>
  Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [
      name,
      ((ms - (before[name] ?? NaN)) * 1_000) / requests,
    ]),
  );

export const sumUs = ({ processorUs }: Pick<Round, 'processorUs'>): number =>
  Object.values(processorUs).reduce((total, us) => total + us, 0);

/** Medians by process, largest first, without those under 5 µs. */
export function describeProcessorTime(rounds: readonly Pick<Round, 'processorUs'>[]): string {
  const processes = Object.keys(rounds[0]?.processorUs ?? {})
    .map((name) => ({
      name,
      us: median(rounds.map(({ processorUs }) => processorUs[name] ?? NaN)),
    }))
    .filter(({ us }) => us >= 5)
    .sort((one, other) => other.us - one.us)
    .map(({ name, us }) => `${name} ${rounded(us)}`);
  return `${rounded(median(rounds.map(sumUs)))} µs (${processes.join(', ')})`;
}

const isLinux = process.platform === 'linux';
/** Linux reports hundredths of a second whatever the kernel's own clock. */
const TICK_MS = 10;
/** Positions in /proc/PID/stat after the command name, which may contain spaces. */
const PARENT = 1;
const OWN_TIMES = [11, 12];
const ENDED_CHILDREN_TIMES = [13, 14];

export const readProcessorMs = (pid: number): number =>
  isLinux ? sumTimes(readStat(pid), OWN_TIMES) : NaN;

export function readServerProcessorMs(pid: number): number {
  if (!isLinux) return NaN;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat[PARENT] === String(pid))
    .reduce(
      (sum, stat) => sum + sumTimes(stat, OWN_TIMES),
      sumTimes(readStat(pid), [...OWN_TIMES, ...ENDED_CHILDREN_TIMES]),
    );
}

const sumTimes = (stat: readonly string[], positions: readonly number[]): number =>
  positions.reduce((sum, position) => sum + Number(stat[position]) * TICK_MS, 0);

/** Empty if the process has just ended. */
function readStat(pid: number): readonly string[] {
  try {
    const [, stat = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    return stat.split(' ');
  } catch {
    return [];
  }
}
