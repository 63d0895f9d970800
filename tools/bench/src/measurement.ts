import type { Load, LoadResult } from './load/load';
import type { Certificate } from '@svc/testing';
import type { ProcessName } from '@svc/contracts';
import type { Platform } from './platform';
import type { RoleProcess } from './roles';
import type { Company } from './seed';

/** What a measurement works with. */
export interface Bench {
  readonly platform: Platform;
  /** By slug; see COMPANY_SIZES. */
  readonly companies: Readonly<Record<string, Company>>;
  readonly reference: { readonly proxy: Server; readonly peer: Server };
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
  /** The peer has its records as well. */
  readonly medium: number;
  readonly small: number;
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

export const rounded = (value: number): string => Math.round(value).toLocaleString('en-US');

/** A read over and over, with the key of a company where it goes through a gateway. */
export const readLoad = (
  { seconds }: Bench,
  {
    port,
    path,
    key,
  }: { readonly port: number; readonly path: Load['path']; readonly key?: string },
): Load => ({
  port,
  method: 'GET',
  path,
  headers: key === undefined ? {} : { 'x-api-key': key },
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
  const load = readLoad(bench, { port: bench.platform.gatewayPort, path, key: company.key });
  const until = { requests: REQUESTS_ALONE };
  return (await bench.load({ ...load, connections: 1, until })).p50Ms;
}

export const pidOf = ({ platform }: Bench, name: ProcessName): number =>
  platform.services.find((service) => service.name === name)?.pid ?? NaN;
