import { toUtcDate } from '@svc/kernel';
import {
  compareMedians,
  findBenchCompany,
  interleave,
  measureLatency,
  median,
  rounded,
  type Bench,
  type Finding,
  type Measurement,
} from '../measurement';
import { RARE_TERM } from '../seed';

const GROWTH_AT_MOST = 1.5;
/** Pages are counted from the nearer end, so the middle takes longest. */
const MIDDLE_PAGE_MS = 60;
const PER_PAGE = 50;

interface AskedPage {
  readonly called: string;
  readonly queryFor: (rows: number) => string;
  /** Maximum ratio to the small company's time; absent if it is only reported. */
  readonly atMost: number | undefined;
}

const first = (called: string, query: string, atMost?: number): AskedPage => ({
  called: `first page${called}`,
  queryFor: () => query,
  atMost,
});

const DAY_MS = 86_400_000;

const dayFromNow = (days: number): string => toUtcDate(new Date(Date.now() + days * DAY_MS));

const EVERY_LIST: readonly AskedPage[] = [
  first('', '', GROWTH_AT_MOST),
  {
    called: 'last page',
    queryFor: (rows) => `page=${Math.ceil(rows / PER_PAGE)}`,
    atMost: GROWTH_AT_MOST,
  },
  first(' of 100 changes by cursor', 'cursor=&per_page=100', GROWTH_AT_MOST),
];

const SEARCHES: readonly AskedPage[] = [
  first(' with a rare term', `search=${RARE_TERM}`, GROWTH_AT_MOST),
  first(' with a term that nothing has', 'search=qxqzqx', GROWTH_AT_MOST),
  // Two letters have no index, and an exact total visits each matching row.
  first(' with two letters of the rare term', `search=${RARE_TERM.slice(0, 2)}`),
];

interface GrowingList {
  readonly records: string;
  readonly path: string;
  readonly pages: readonly AskedPage[];
}

const LISTS: readonly GrowingList[] = [
  {
    records: 'jobs',
    path: '/api/v1/jobs',
    pages: [
      ...EVERY_LIST,
      first(' of a status', 'status=Assigned', GROWTH_AT_MOST),
      first(' of two statuses', 'status=Assigned,Pending', GROWTH_AT_MOST),
      first(
        ' of two days',
        `scheduled_from=${dayFromNow(-1)}&scheduled_to=${dayFromNow(1)}`,
        GROWTH_AT_MOST,
      ),
      first(' by scheduled start', 'sort=scheduled_start', GROWTH_AT_MOST),
      first(' with a term that nothing has', 'search=qxqzqx', GROWTH_AT_MOST),
    ],
  },
  {
    records: 'assets',
    path: '/api/v1/assets',
    pages: [...EVERY_LIST, first(' of a status', 'status=Idle', GROWTH_AT_MOST), ...SEARCHES],
  },
  {
    records: 'items',
    path: '/api/v1/inventory',
    pages: [
      ...EVERY_LIST,
      first(' of a category', 'category=Filters', GROWTH_AT_MOST),
      ...SEARCHES,
      first(' with a term that all have', 'search=cartridge'),
    ],
  },
];

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
  { records, path, pages }: GrowingList,
): Promise<readonly Finding[]> {
  const sizes = `${rounded(bench.sizes.large)} ${records} / of ${rounded(bench.sizes.small)}`;
  const page = (slug: 'large' | 'small', queryFor: AskedPage['queryFor']) => () =>
    measureLatency(bench, findBenchCompany(bench, slug), `${path}?${queryFor(bench.sizes[slug])}`);
  const [middle = [], ...rounds] = await interleave(bench.rounds, [
    page('large', (rows) => `page=${Math.ceil(rows / PER_PAGE / 2)}`),
    ...pages.flatMap(({ queryFor }) => [page('large', queryFor), page('small', queryFor)]),
  ]);
  const findings = pages.map(({ called, atMost }, index) =>
    compareMedians(
      `${called} of ${sizes}`,
      rounds[2 * index] ?? [],
      rounds[2 * index + 1] ?? [],
      atMost,
    ),
  );
  return [
    ...findings,
    {
      what: `middle page of ${rounded(bench.sizes.large)} ${records}`,
      unit: 'ms',
      value: median(middle),
      spread: [Math.min(...middle), Math.max(...middle)],
      bound: { atMost: MIDDLE_PAGE_MS },
      detail: 'the farthest from either end',
    },
  ];
}
