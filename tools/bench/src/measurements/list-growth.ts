import {
  companyOf,
  interleave,
  median,
  ratioOf,
  readThrough,
  whole,
  type Bench,
  type CompanySizes,
  type Finding,
  type Measurement,
} from '../measurement';
import { RARE_TERM } from '../seed';

/** Requests of one round, one after the other. */
const REQUESTS = 60;
const GROWTH_AT_MOST = 1.5;
const DEPTH_AT_MOST = 5;

interface GrowingList {
  /** What it lists. */
  readonly records: string;
  readonly path: string;
  /** First pages that must stay as quick as the unfiltered one, by what they are called. */
  readonly filters: Readonly<Record<string, string>>;
}

const LISTS: readonly GrowingList[] = [
  { records: 'jobs', path: '/api/v1/jobs', filters: { 'of a status': 'status=Assigned' } },
  {
    records: 'assets',
    path: '/api/v1/assets',
    filters: { 'of a status': 'status=Idle', 'with a rare term': `search=${RARE_TERM}` },
  },
  {
    records: 'items',
    path: '/api/v1/inventory',
    filters: { 'of a category': 'category=Filters', 'with a rare term': `search=${RARE_TERM}` },
  },
];

/** Pages of lists as a company grows. */
export const listGrowth: Measurement = {
  name: 'list-growth',
  async measure(bench) {
    const findings: Finding[] = [];
    for (const list of LISTS) findings.push(...(await growthOf(bench, list)));
    return findings;
  },
};

async function growthOf(
  bench: Bench,
  { records, path, filters }: GrowingList,
): Promise<readonly Finding[]> {
  const sizes = `${whole(bench.sizes.large)} ${records} / of ${whole(bench.sizes.small)}`;
  const firstPages = [['', ''], ...Object.entries(filters)] as const;
  const page = (slug: keyof CompanySizes, query: string) => () =>
    latency(bench, slug, `${path}?${query}`);
  const [deep = [], ...rounds] = await interleave(bench.rounds, [
    page('large', 'page=1000'),
    ...firstPages.flatMap(([, query]) => [page('large', query), page('small', query)]),
  ]);
  const findings = firstPages.map(([called], index) =>
    growth(
      ['first page', called, 'of', sizes].filter((word) => word !== '').join(' '),
      rounds[2 * index] ?? [],
      rounds[2 * index + 1] ?? [],
      GROWTH_AT_MOST,
    ),
  );
  const what = `page 1,000 / page 1 of ${whole(bench.sizes.large)} ${records}`;
  return [...findings, growth(what, deep, rounds[0] ?? [], DEPTH_AT_MOST)];
}

async function latency(bench: Bench, slug: keyof CompanySizes, path: string): Promise<number> {
  const load = readThrough(bench, companyOf(bench, slug), path);
  const { p50Ms } = await bench.load({ ...load, connections: 1, until: { requests: REQUESTS } });
  return p50Ms;
}

const growth = (
  what: string,
  values: readonly number[],
  bases: readonly number[],
  atMost: number,
): Finding => ({
  what,
  unit: 'times its median',
  ...ratioOf(values, bases),
  bound: { atMost },
  detail: `${median(values).toFixed(2)} ms / ${median(bases).toFixed(2)} ms`,
});
