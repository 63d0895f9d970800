import type { LoadResult, RequestLoad } from './load/load';
import type { Certificate } from '@svc/testing';
import type { ProcessName } from '@svc/contracts';
import type { BenchPlatform } from './platform';
import type { RoleProcess } from './roles';
import type { BenchCompany } from './seed';

export interface Bench {
  readonly platform: BenchPlatform;
  /** By slug; see COMPANY_SIZES. */
  readonly companies: Readonly<Record<string, BenchCompany>>;
  readonly reference: { readonly proxy: BenchServer; readonly peer: BenchServer };
  readonly receivers: { readonly certificate: Certificate; readonly ca: string };
  start(role: string): RoleProcess;
  readonly rounds: number;
  readonly seconds: number;
  readonly sizes: CompanySizes;
  readonly changes: number;
  /** Jobs of the company, and of the other companies, that `growth` writes. */
  readonly grown: number;
  readonly others: number;
  load(load: RequestLoad): Promise<LoadResult>;
  warmUp(load: RequestLoad): Promise<void>;
}

export interface BenchServer {
  readonly port: number;
  readonly pid: number;
}

export interface Finding {
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  readonly bound?: { readonly atLeast: number } | { readonly atMost: number };
  /** Lowest and highest value of a round; absent for a single round. */
  readonly spread?: Spread;
  readonly detail: string;
}

export type Spread = readonly [low: number, high: number];

export interface Measurement {
  readonly name: string;
  /** Runs only if it is named. */
  readonly isOnRequest?: boolean;
  measure(bench: Bench): Promise<readonly Finding[]>;
}

export interface CompanySizes {
  readonly large: number;
  readonly medium: number;
  readonly small: number;
  /** Company of the dashboard's users; 0 if `dashboard` is not measured. */
  readonly people: number;
}

export const CONNECTIONS = 32;

export function isMet({ value, bound }: Finding): boolean {
  if (!bound) return true;
  return 'atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost;
}

/** True if rounds lie on both sides of the bound, so that another run may decide otherwise. */
export function isUnclear({ bound, spread }: Finding): boolean {
  if (!bound || !spread) return false;
  const limit = 'atLeast' in bound ? bound.atLeast : bound.atMost;
  return spread[0] < limit && limit < spread[1];
}

export function findBenchCompany({ companies }: Bench, slug: keyof CompanySizes): BenchCompany {
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
 * Alternates variants so that load from elsewhere slows all of them alike; returns results per variant in
 * the order of rounds.
 */
export async function interleave<Result>(
  rounds: number,
  variants: readonly (() => Promise<Result>)[],
): Promise<readonly (readonly Result[])[]> {
  const results: Result[][] = variants.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    // The order is reversed each round, so that no variant always follows the same one.
    const order = [...variants.keys()];
    for (const index of round % 2 === 0 ? order : order.reverse()) {
      const result = await variants[index]?.();
      if (result !== undefined) results[index]?.push(result);
    }
  }
  return results;
}

export function calculateRatio(
  ours: readonly number[],
  reference: readonly number[],
): Required<Pick<Finding, 'value' | 'spread'>> {
  const ratios = ours.map((value, round) => value / (reference[round] ?? NaN));
  return {
    value: median(ours) / median(reference),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}

/** Compares latencies in milliseconds; without `atMost` the ratio is only reported. */
export const compareMedians = (
  what: string,
  values: readonly number[],
  bases: readonly number[],
  atMost?: number,
): Finding => ({
  what,
  unit: 'times its median',
  ...calculateRatio(values, bases),
  ...(atMost !== undefined && { bound: { atMost } }),
  detail: `${median(values).toFixed(2)} ms / ${median(bases).toFixed(2)} ms`,
});

export const rounded = (value: number): string => Math.round(value).toLocaleString('en-US');

export const createReadLoad = (
  { seconds }: Bench,
  { port, path, key }: Pick<RequestLoad, 'port' | 'path'> & { readonly key?: string },
): RequestLoad => ({
  port,
  method: 'GET',
  path,
  headers: key === undefined ? {} : { 'x-api-key': key },
  connections: CONNECTIONS,
  until: { seconds },
});

const REQUESTS_ALONE = 40;

export async function measureLatency(
  bench: Bench,
  company: Pick<BenchCompany, 'key'>,
  path: string,
): Promise<number> {
  const load = createReadLoad(bench, { port: bench.platform.gatewayPort, path, key: company.key });
  const until = { requests: REQUESTS_ALONE };
  return (await bench.load({ ...load, connections: 1, until })).p50Ms;
}

export const getPid = ({ platform }: Bench, name: ProcessName): number =>
  platform.services.find((service) => service.name === name)?.pid ?? NaN;
