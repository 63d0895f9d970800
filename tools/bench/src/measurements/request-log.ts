import type { Scope } from '@svc/contracts';
import { runOn, statement } from '@svc/database';
import { withClient } from '@svc/local-servers';
import type { Load, LoadResult } from '../load/load';
import {
  companyOf,
  CONNECTIONS,
  interleave,
  readThrough,
  type Bench,
  type Finding,
  type Measurement,
} from '../measurement';
import { comparisonOf, roundOf, type Round } from '../rounds';
import { createCompany } from '../seed';

/** How a request comes to be refused. */
interface Refusal {
  readonly called: string;
  readonly load: Pick<Load, 'method' | 'path' | 'body' | 'expected'>;
  /** Of the key; all when absent. */
  readonly scopes?: readonly Scope[];
}

/** Of every company here, so that each way of being refused is open to it. */
const LIMITS = { list_reads_per_minute: 0 };

const FORBIDDEN: Refusal = {
  called: '403 of the gateway',
  load: { method: 'GET', path: '/api/v1/jobs?status=Assigned', expected: 403 },
  scopes: ['customers:read'],
};

const ANY: Refusal = {
  called: '400 of the gateway',
  load: { method: 'GET', path: '/api/v1/jobs?sub=unheard-of', expected: 400 },
};

const REFUSALS: readonly Refusal[] = [
  ANY,
  {
    called: '400 of a service',
    load: {
      method: 'POST',
      path: '/api/v1/jobs',
      body: JSON.stringify({
        job_title: 'Replace the compressor',
        job_description: 'Too short.',
        customer_location_id: 17,
        job_priority: 'Very high',
      }),
      expected: 400,
    },
  },
  FORBIDDEN,
  {
    called: '404 of a service',
    load: { method: 'GET', path: '/api/v1/jobs?id=987654321', expected: 404 },
  },
  {
    called: '429 of the gateway',
    load: { method: 'GET', path: '/api/v1/jobs', expected: 429 },
  },
];

/** Refused requests a second beside the reads. */
const REFUSED_BESIDE = 200;

/**
 * Refused requests of companies whose log has room, next to those of companies whose log has none: then
 * the same gateway drops them at once. And reads of a company beside refused requests of others.
 */
export const requestLog: Measurement = {
  name: 'request-log',
  async measure(bench) {
    const findings: Finding[] = [];
    const [any, forbidden] = [await exhausted(bench), await exhausted(bench, FORBIDDEN)];
    for (const refusal of REFUSALS) {
      const without = refusal.scopes ? forbidden : any;
      findings.push(...(await refused(bench, refusal, without)));
    }
    return [...findings, ...(await readBeside(bench, forbidden))];
  },
};

type Companies = readonly { readonly id: number; readonly slug: string; readonly key: string }[];

/** Each is soon refused more often than its log has room for. */
const COMPANIES = 4;

let created = 0;

/** Companies of which nothing was refused yet. */
async function newCompanies({ platform }: Bench, { scopes }: Refusal): Promise<Companies> {
  const companies = [];
  for (let each = 0; each < COMPANIES; each += 1) {
    created += 1;
    const slug = `refused-${created}`;
    companies.push({
      slug,
      ...(await createCompany(platform.admin, slug, { limits: LIMITS, scopes })),
    });
  }
  return companies;
}

const loadOf = (bench: Bench, { load }: Refusal, companies: Companies): Load => ({
  port: bench.platform.gatewayPort,
  headers: companies.map(({ key }) => ({ 'x-api-key': key })),
  connections: CONNECTIONS,
  until: { seconds: bench.seconds },
  ...load,
});

/** Resolves once all that was noted is written: whoever reads the log waits for that. */
const written = ({ platform }: Bench, [company]: Companies): Promise<unknown> =>
  platform.admin('GET', `/companies/${company?.slug}/requests?per_page=1`, undefined);

const KEPT = statement<{ companyIds: readonly number[] }, { kept: number }>()(
  'kept_requests',
  `select count(*)::integer as kept from gateway.logged_requests
   where company_id = any(:companyIds)`,
);

/** How many refused requests of companies are kept. */
async function keptOf(bench: Bench, companies: Companies): Promise<number> {
  await written(bench, companies);
  return withClient(bench.platform.databaseUrl, async (db) => {
    const [counted] = await runOn(db)(KEPT, { companyIds: companies.map(({ id }) => id) });
    return counted?.kept ?? 0;
  });
}

/** Companies that were refused so often that their log has no room. */
async function exhausted(bench: Bench, refusal = ANY): Promise<Companies> {
  const companies = await newCompanies(bench, refusal);
  const load = loadOf(bench, refusal, companies);
  let before = -1;
  for (let kept = 0; kept > before; kept = await keptOf(bench, companies)) {
    before = kept;
    await bench.load(load);
  }
  return companies;
}

const MOST_TRIES = 5;

/** Each minute gives the log some room back; a round in which it did is measured again. */
async function untilNothingIsKept<Result>(
  bench: Bench,
  companies: Companies,
  round: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = await keptOf(bench, companies);
    const result = await round();
    if ((await keptOf(bench, companies)) === before) return result;
  }
  throw new Error('The request log keeps what it should have no room for.');
}

const BURST_SECONDS = 1;

async function refused(
  bench: Bench,
  refusal: Refusal,
  without: Companies,
): Promise<readonly Finding[]> {
  const shares: number[] = [];
  const whole = async (companies: Companies) => {
    const load = loadOf(bench, refusal, companies);
    // Of what comes at once after a pause, more is kept than in the long run.
    await bench.load({ ...load, until: { seconds: BURST_SECONDS } });
    const before = await keptOf(bench, companies);
    const round = await roundOf(bench, load, () => written(bench, companies));
    shares.push(((await keptOf(bench, companies)) - before) / round.answered);
    return round;
  };
  const [kept = [], dropped = []] = await interleave<Round>(bench.rounds, [
    async () => whole(await newCompanies(bench, refusal)),
    () => untilNothingIsKept(bench, without, () => whole(without)),
  ]);
  const share = `${(100 * Math.max(...shares)).toFixed(0)} % kept`;
  const what = `${refusal.called}, ${share} in the request log / none`;
  return comparisonOf(what, kept, dropped, { processorTime: { atMost: 1.05 } });
}

/** What refusals cost everyone else. */
async function readBeside(bench: Bench, without: Companies): Promise<readonly Finding[]> {
  const generator = bench.start('load');
  const read = readThrough(bench, companyOf(bench, 'small'), '/api/v1/jobs');
  const round = async (companies: Companies): Promise<Round> => {
    const beside = generator.ask<LoadResult>({
      ...loadOf(bench, FORBIDDEN, companies),
      rate: REFUSED_BESIDE,
    });
    return roundOf(bench, read, async () => {
      await beside;
      await written(bench, companies);
    });
  };
  await bench.warmUp(read);
  const [kept = [], dropped = []] = await interleave<Round>(bench.rounds, [
    async () => round(await newCompanies(bench, FORBIDDEN)),
    () => untilNothingIsKept(bench, without, () => round(without)),
  ]);
  await generator.stop();
  const what = `50 jobs listed beside ${REFUSED_BESIDE} refused requests a second that are kept / dropped`;
  return comparisonOf(what, kept, dropped, { processorTime: { atMost: 1.03 } });
}
