import {
  compareMedians,
  interleave,
  measureLatency,
  rounded,
  type Bench,
  type Finding,
  type Measurement,
} from '../measurement';
import { createCompany, JOB_TO_CREATE, writeJobs, type BenchCompany } from '../seed';

const FEW = 1_000;
const PER_TRANSACTION = 100_000;
const OTHER_COMPANIES = 100;
const GROWTH_AT_MOST = 1.5;

const PAGES: readonly (readonly [what: string, query: string])[] = [
  ['first page of jobs', ''],
  ['first page of a status', '?status=Assigned'],
  ['first page of 100 changes by cursor', '?cursor=&per_page=100'],
  ['first page with a term that nothing has', '?search=qxqzqx'],
];

const CREATIONS = 100;

type Company = Pick<BenchCompany, 'key'>;

async function measureCreation({ load, platform }: Bench, { key }: Company): Promise<number> {
  const { p50Ms } = await load({
    port: platform.gatewayPort,
    method: 'POST',
    path: '/api/v1/jobs',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(JOB_TO_CREATE),
    connections: 1,
    until: { requests: CREATIONS },
  });
  return p50Ms;
}

/** Takes 1.1 KB of disk per job, and 16 minutes for twenty million, so it only runs when it is named. */
export const growth: Measurement = {
  name: 'growth',
  isOnRequest: true,
  async measure(bench) {
    const { admin, databaseUrl } = bench.platform;
    const few = await createCompany(admin, 'few-jobs');
    const many = await createCompany(admin, 'many-jobs');
    const entries = [
      { id: few.id, rows: FEW },
      { id: many.id, rows: bench.grown, perTransaction: PER_TRANSACTION },
    ];
    for (let n = 1; n <= OTHER_COMPANIES; n += 1) {
      const { id } = await createCompany(admin, `other-${n}`);
      entries.push({ id, rows: bench.others / OTHER_COMPANIES });
    }
    const [firstOfFew = NaN, firstOfMany = NaN] = await writeJobs(databaseUrl, entries);
    const page = (company: Company, query: string) => () =>
      measureLatency(bench, company, `/api/v1/jobs${query}`);
    const middle = (first: number, jobs: number): string => `?id=${first + Math.floor(jobs / 2)}`;
    const measured: readonly (readonly [string, () => Promise<number>, () => Promise<number>])[] = [
      ['one job', page(many, middle(firstOfMany, bench.grown)), page(few, middle(firstOfFew, FEW))],
      ...PAGES.map(([what, query]) => [what, page(many, query), page(few, query)] as const),
      ['a job created', () => measureCreation(bench, many), () => measureCreation(bench, few)],
    ];
    const rounds = await interleave(
      bench.rounds,
      measured.flatMap(([, ofMany, ofFew]) => [ofMany, ofFew]),
    );
    return measured.map(([what], index): Finding =>
      compareMedians(
        `${what} among ${rounded(bench.grown)} / among ${rounded(FEW)}`,
        rounds[2 * index] ?? [],
        rounds[2 * index + 1] ?? [],
        GROWTH_AT_MOST,
      ),
    );
  },
};
