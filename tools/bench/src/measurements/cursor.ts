import { createRun, statement } from '@svc/database';
import { withClient } from '@svc/local-servers';
import {
  compareMedians,
  interleave,
  measureLatency,
  rounded,
  type Bench,
  type Finding,
  type Measurement,
} from '../measurement';
import { createCompany, writeJobs } from '../seed';

const FEW = 1_000;
const PER_PAGE = 100;
const GROWTH_AT_MOST = 1.5;
const PER_TRANSACTION = 10_000;

const PLACES: readonly (readonly [called: string, placeOf: (changes: number) => number])[] = [
  ['the oldest', () => 0],
  ['the middle', (changes) => Math.floor(changes / 2)],
  ['the newest', (changes) => changes - PER_PAGE],
];

export const cursor: Measurement = {
  name: 'cursor',
  async measure(bench) {
    const { admin, databaseUrl } = bench.platform;
    const many = await createCompany(admin, 'many-changes');
    const few = await createCompany(admin, 'few-changes');
    const [firstOfMany = NaN, firstOfFew = NaN] = await writeJobs(databaseUrl, [
      { id: many.id, rows: bench.changes, perTransaction: PER_TRANSACTION },
      { id: few.id, rows: FEW },
    ]);
    const findings: Finding[] = [];
    for (const [called, placeOf] of PLACES) {
      const page = async (company: typeof many, firstJob: number, changes: number) => {
        const path = await pathFrom(bench, company, firstJob + placeOf(changes));
        return () => measureLatency(bench, company, path);
      };
      const [long = [], short = []] = await interleave(bench.rounds, [
        await page(many, firstOfMany, bench.changes),
        await page(few, firstOfFew, FEW),
      ]);
      const what = `page of ${PER_PAGE} changes by cursor from ${called} of ${rounded(bench.changes)} / of ${rounded(FEW)}`;
      findings.push(compareMedians(what, long, short, GROWTH_AT_MOST));
    }
    return findings;
  },
};

const TRANSACTION = 6;
const KEY = 7;

const CHANGED_IN = statement<{ companyId: number; jobId: number }, { transaction: string }>()(
  'changed_in',
  `select changed_in::text as transaction from jobs.jobs
   where company_id = :companyId and id = :jobId`,
);

/**
 * A real client would read all pages before this one; here the unsigned cursor of the first page is given
 * the position.
 */
async function pathFrom(
  { platform }: Bench,
  { id, key }: { readonly id: number; readonly key: string },
  jobId: number,
): Promise<string> {
  const address = `/api/v1/jobs?per_page=${PER_PAGE}&cursor=`;
  const response = await fetch(`http://127.0.0.1:${platform.gatewayPort}${address}`, {
    headers: { 'x-api-key': key },
  });
  const { data, pagination } = (await response.json()) as FirstPage;
  if (data[0]?.job_id === jobId) return address;
  const transaction = await withClient(platform.databaseUrl, async (db) => {
    const [job] = await createRun(db)(CHANGED_IN, { companyId: id, jobId });
    return job?.transaction;
  });
  if (transaction === undefined) throw new Error(`There is no job ${jobId}.`);
  const place = JSON.parse(
    Buffer.from(pagination.next_cursor, 'base64url').toString(),
  ) as unknown[];
  place[TRANSACTION] = transaction;
  place[KEY] = jobId - 1;
  return `${address}${Buffer.from(JSON.stringify(place)).toString('base64url')}`;
}

interface FirstPage {
  readonly data: readonly { readonly job_id: number }[];
  readonly pagination: { readonly next_cursor: string };
}
