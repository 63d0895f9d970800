import { readdirSync, readFileSync } from 'node:fs';
import type { Load } from './load/load';
import { median, rounded, type Bench } from './measurement';

/** Processor time that each process has used so far, in milliseconds; NaN where there is no /proc. */
export type ProcessorTimes = Readonly<Record<string, number>>;

/** One load: its throughput, and the processor time of a request by process, in microseconds. */
export interface Round {
  readonly perSecond: number;
  readonly processorUs: ProcessorTimes;
}

/** Runs a load, whose time ends when `settled` has resolved. */
export async function measureRound(
  bench: Bench,
  load: Load,
  readTimes: () => ProcessorTimes | Promise<ProcessorTimes>,
  settled: () => Promise<unknown> = async () => undefined,
): Promise<Round> {
  await bench.warmUp(load);
  const before = await readTimes();
  const { answered, elapsedMs } = await bench.load(load);
  const endedAt = performance.now();
  await settled();
  const seconds = (elapsedMs + performance.now() - endedAt) / 1_000;
  return {
    perSecond: answered / seconds,
    processorUs: calculateTimePerRequest(before, await readTimes(), answered),
  };
}

/** The processor time used between two readings, in microseconds per request. */
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

/** Medians of the processor time of each process, the largest first; those under 5 µs are left out. */
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
/** Linux counts processor time in hundredths of a second whatever the kernel's own clock. */
const TICK_MS = 10;
/** Positions in /proc/PID/stat after the command's name, which may itself contain spaces. */
const PARENT = 1;
const OWN_TIMES = [11, 12];
const ENDED_CHILDREN_TIMES = [13, 14];

/** Processor time that a process has used so far. */
export const processorMs = (pid: number): number =>
  isLinux ? sumTimes(readStat(pid), OWN_TIMES) : NaN;

/** The same of a server with all its children, including those that have ended. */
export function serverProcessorMs(pid: number): number {
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

/** What Linux says about a process; nothing when it has just ended. */
function readStat(pid: number): readonly string[] {
  try {
    const [, stat = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    return stat.split(' ');
  } catch {
    return [];
  }
}
