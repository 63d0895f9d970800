import type { Load, LoadResult } from './load/load';
import type { Certificate } from '@svc/testing';
import type { ProcessName } from '@svc/contracts';
import type { Platform } from './platform';
import { processorMs } from './process-figures';
import type { RoleProcess } from './roles';
import type { Company } from './seed';

/** What a measurement works with. */
export interface Bench {
  readonly platform: Platform;
  /** By slug; see COMPANY_SIZES. */
  readonly companies: Readonly<Record<string, Company>>;
  readonly reference: { readonly proxy: Server; readonly jobs: Server; readonly peer: Server };
  /** What receivers of webhooks are, and by which authority their senders know it. */
  readonly receivers: { readonly certificate: Certificate; readonly ca: string };
  /** Starts another process; it ends with the benchmark unless it is stopped. */
  start(role: string): RoleProcess;
  /** How often each variant is measured, and for how long. */
  readonly rounds: number;
  readonly seconds: number;
  readonly sizes: CompanySizes;
  /** How many changes `cursor` reads from. */
  readonly changes: number;
  /** Puts a load on a port, from a process of its own, once that load is warmed up. */
  load(load: Load): Promise<LoadResult>;
  /** Puts a short load on an address that had none yet. */
  warmUp(load: Load): Promise<void>;
}

/** A process that takes requests. */
export interface Server {
  readonly port: number;
  readonly pid: number;
}

/** One line of the result. */
export interface Finding {
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  /** Absent where the value is reported only. */
  readonly bound?: { readonly atLeast: number } | { readonly atMost: number };
  /** Lowest and highest value of a single round, where there was more than one. */
  readonly spread?: Spread;
  /** What the value was made of. */
  readonly detail: string;
}

export type Spread = readonly [low: number, high: number];

export interface Measurement {
  readonly name: string;
  measure(bench: Bench): Promise<readonly Finding[]>;
}

export interface CompanySizes {
  readonly large: number;
  /** Whose jobs the peer of `job-calls` has as well. */
  readonly medium: number;
  readonly small: number;
  /** Where jobs are created and stock is moved. */
  readonly growing: number;
  /** Whose people look at the dashboard; 0 where nobody does. */
  readonly people: number;
}

export const CONNECTIONS = 32;

export function isMet({ value, bound }: Finding): boolean {
  if (!bound) return true;
  return 'atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost;
}

/** Whether single rounds lie on both sides of the bound, so that another run may decide otherwise. */
export function isUnclear({ bound, spread }: Finding): boolean {
  if (!bound || !spread) return false;
  const limit = 'atLeast' in bound ? bound.atLeast : bound.atMost;
  return spread[0] < limit && limit < spread[1];
}

export function companyOf({ companies }: Bench, slug: keyof CompanySizes): Company {
  const company = companies[slug];
  if (!company) throw new Error(`There is no company ${slug}.`);
  return company;
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
};

/**
 * Measures variants in turns, so that whatever else the machine does slows all of them alike, and
 * answers each variant's results in the order of the rounds.
 */
export async function interleave<Result>(
  rounds: number,
  variants: readonly (() => Promise<Result>)[],
): Promise<readonly (readonly Result[])[]> {
  const results: Result[][] = variants.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    // The order turns around, so that no variant always comes after the same other one.
    const order = [...variants.keys()];
    for (const index of round % 2 === 0 ? order : order.reverse()) {
      const result = await variants[index]?.();
      if (result !== undefined) results[index]?.push(result);
    }
  }
  return results;
}

/** One variant's figures as a share of another's, round by round in the same order. */
export function ratioOf(
  ours: readonly number[],
  reference: readonly number[],
): Required<Pick<Finding, 'value' | 'spread'>> {
  const ratios = ours.map((value, round) => value / (reference[round] ?? NaN));
  return {
    value: median(ours) / median(reference),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}

export type Compared = Required<Pick<Finding, 'value' | 'spread' | 'detail'>>;

/** A load and the Node.js processes that it goes through. */
export interface Variant {
  readonly load: Load;
  readonly pids: readonly number[];
}

interface Round {
  readonly perSecond: number;
  /** Processor time of the Node.js processes for one request. */
  readonly processorUs: number | undefined;
}

/** Our throughput as a share of the reference's: medians of interleaved rounds. */
export async function compareThroughput(
  bench: Bench,
  ours: Variant,
  reference: Variant,
): Promise<Compared> {
  const round = async ({ load, pids }: Variant): Promise<Round> => {
    await bench.warmUp(load);
    const before = processorOf(pids);
    const { perSecond, answered } = await bench.load(load);
    const after = processorOf(pids);
    const processorUs =
      before === undefined || after === undefined
        ? undefined
        : ((after - before) * 1_000) / answered;
    return { perSecond, processorUs };
  };
  const [mine = [], other = []] = await interleave(bench.rounds, [
    () => round(ours),
    () => round(reference),
  ]);
  const rate = median(mine.map(({ perSecond }) => perSecond));
  const referenceRate = median(other.map(({ perSecond }) => perSecond));
  const processor = [mine, other].map((rounds) =>
    median(rounds.flatMap(({ processorUs }) => processorUs ?? [])),
  );
  const times = processor.some(Number.isNaN)
    ? ''
    : `; ${processor.map(rounded).join(' and ')} µs of Node.js each`;
  return {
    ...ratioOf(
      mine.map(({ perSecond }) => perSecond),
      other.map(({ perSecond }) => perSecond),
    ),
    detail: `${rounded(rate)}/s of ${rounded(referenceRate)}/s${times}`,
  };
}

function processorOf(pids: readonly number[]): number | undefined {
  const times = pids.map(processorMs);
  return times.some((time) => time === undefined)
    ? undefined
    : times.reduce<number>((sum, time) => sum + (time ?? 0), 0);
}

export const rounded = (value: number): string => Math.round(value).toLocaleString('en-US');

/** A read through the gateway on behalf of a company. */
export const readThrough = (
  { platform, seconds }: Bench,
  { key }: Pick<Company, 'key'>,
  path: Load['path'],
): Load => ({
  port: platform.gatewayPort,
  method: 'GET',
  path,
  headers: { 'x-api-key': key },
  connections: CONNECTIONS,
  until: { seconds },
});

const REQUESTS_ALONE = 40;

/** The median time of a read that is made over and over, one after the other. */
export async function latencyOf(
  bench: Bench,
  company: Pick<Company, 'key'>,
  path: string,
): Promise<number> {
  const load = readThrough(bench, company, path);
  const until = { requests: REQUESTS_ALONE };
  return (await bench.load({ ...load, connections: 1, until })).p50Ms;
}

/** A read of a reference server. */
export const readDirectly = ({ seconds }: Bench, { port }: Server, path: string): Load => ({
  port,
  method: 'GET',
  path,
  headers: {},
  connections: CONNECTIONS,
  until: { seconds },
});

/** The processes of the platform that a request to these contexts goes through. */
export const pidsOf = ({ platform }: Bench, ...names: readonly ProcessName[]): number[] =>
  platform.services.filter(({ name }) => names.includes(name)).map(({ pid }) => pid);
