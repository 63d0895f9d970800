import {
  companyOf,
  interleave,
  median,
  readThrough,
  whole,
  type Bench,
  type CompanySizes,
  type Finding,
  type Measurement,
} from '../measurement';

/** Requests of one round, one after the other. */
const REQUESTS = 60;

/** Pages of the job list as a company grows. */
export const listGrowth: Measurement = {
  name: 'list-growth',
  async measure(bench) {
    const variants = [
      ['large', ''],
      ['small', ''],
      ['large', '?status=Assigned'],
      ['small', '?status=Assigned'],
      ['large', '?page=1000'],
    ] as const;
    const results = await interleave(
      bench.rounds,
      variants.map(
        ([slug, query]) =>
          () =>
            latency(bench, slug, query),
      ),
    );
    const [large = NaN, small = NaN, largeStatus = NaN, smallStatus = NaN, deep = NaN] =
      results.map(median);
    const sizes = `${whole(bench.sizes.large)} jobs / of ${whole(bench.sizes.small)}`;
    return [
      growth(`first page of ${sizes}`, large, small, 1.5),
      growth(`first page of a status of ${sizes}`, largeStatus, smallStatus, 1.5),
      growth(`page 1,000 / page 1 of ${whole(bench.sizes.large)} jobs`, deep, large, 5),
    ];
  },
};

async function latency(bench: Bench, slug: keyof CompanySizes, query: string): Promise<number> {
  const load = readThrough(bench, companyOf(bench, slug), `/api/v1/jobs${query}`);
  const { p50Ms } = await bench.load({ ...load, connections: 1, until: { requests: REQUESTS } });
  return p50Ms;
}

const growth = (what: string, value: number, base: number, atMost: number): Finding => ({
  what,
  unit: 'times its median',
  value: value / base,
  bound: { atMost },
  detail: `${value.toFixed(2)} ms / ${base.toFixed(2)} ms`,
});
