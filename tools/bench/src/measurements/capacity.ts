import { STREAM } from '@svc/contracts';
import { withClient } from '@svc/local-servers';
import { connectTo } from '@svc/messaging';
import { connect } from 'nats';
import {
  companyOf,
  median,
  rounded,
  type Bench,
  type Finding,
  type Measurement,
} from '../measurement';
import { residentMb } from '../process-figures';
import { perCall, processorTimes } from '../rounds';
import { workedOff } from '../webhooks/backlog';
import { changeJobs } from '../webhooks/job-changes';
import { withEndpoints, withReceivers } from '../webhooks/receivers';
import { CALLS, ourLoad, ourRound } from './job-calls';

const CHANGES = 1_000;
const CHANGES_PER_SECOND = 50;
/** Below it a process has next to nothing to do with a call. */
const LEAST_US = 5;

/** What `deploy/capacity.md` plans with: a core's work, memory and connections, and bytes. */
export const capacity: Measurement = {
  name: 'capacity',
  async measure(bench) {
    return [
      ...(await callsOfACore(bench)),
      ...(await deliveriesOfACore(bench)),
      ...(await replicas(bench)),
      ...(await bytes(bench)),
    ];
  },
};

/** How many calls keep one core of a process busy. */
const ofACore = (process: string, what: string, us: number): Finding => ({
  what: `${process}: ${what}`,
  unit: 'a second and core',
  value: 1_000_000 / us,
  detail: `${rounded(us)} µs each`,
});

async function callsOfACore(bench: Bench): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const call of CALLS) {
    const rounds = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      rounds.push((await ourRound(bench, ourLoad(bench, call))).processorUs);
    }
    for (const process of Object.keys(rounds[0] ?? {})) {
      const us = median(rounds.map((each) => each[process] ?? NaN));
      if (us >= LEAST_US) findings.push(ofACore(process, call.name, us));
    }
  }
  return findings;
}

/** At a constant rate, as changes of jobs come: the sender gathers less than it could. */
function deliveriesOfACore(bench: Bench): Promise<Finding[]> {
  const company = companyOf(bench, 'large');
  const jobs = Array.from({ length: CHANGES }, (_, index) => company.firstJob + index);
  const change = (title: string) =>
    changeJobs(bench, company, { jobs, perSecond: CHANGES_PER_SECOND, title });
  return withReceivers(bench, { answering: 1 }, async (receivers) => {
    const alone = processorTimes(bench);
    await change('Changed for nobody');
    const before = processorTimes(bench);
    const withoutUs = perCall(alone, before, CHANGES);
    return withEndpoints(bench, company.id, receivers.urls, async () => {
      const begun = processorTimes(bench);
      await change('Changed for a receiver');
      await receivers.arrived(CHANGES);
      await workedOff(bench.platform.databaseUrl);
      const withUs = perCall(begun, processorTimes(bench), CHANGES);
      const size = await bytesOfDelivery(bench);
      const more = ['webhooks', 'PostgreSQL'].map((process) =>
        ofACore(process, 'delivery', (withUs[process] ?? NaN) - (withoutUs[process] ?? NaN)),
      );
      return [...more, size];
    });
  });
}

async function replicas({ platform }: Bench): Promise<Finding[]> {
  const connections = await withClient(platform.databaseUrl, async (db) => {
    const { rows } = await db.query<{ role: string; open: number }>(
      `select usename as role, count(*)::integer as open from pg_stat_activity
       where usename like 'svc\\_%' group by 1`,
    );
    return new Map(rows.map(({ role, open }) => [role, open]));
  });
  return platform.services.map(({ name, pid }) => ({
    what: `${name}, a replica`,
    unit: 'MB resident',
    value: residentMb(pid),
    detail: `${connections.get(`svc_${name}`) ?? 0} connections to PostgreSQL are open`,
  }));
}

/** Of tables with their indexes, by record: what stays on disk. */
const BYTES_OF_JOB = `
  select (select sum(pg_total_relation_size(each))
      from unnest('{jobs.jobs, jobs.job_assets, jobs.job_counts}'::regclass[]) as each)::float8
    / count(*) as bytes, count(*)::integer as rows
  from jobs.jobs`;

const BYTES_OF_DELIVERY = `
  select (select sum(pg_total_relation_size(relid))
      from unnest('{webhooks.events, webhooks.deliveries, webhooks.attempts}'::regclass[]) as each,
        pg_partition_tree(each))::float8 / count(*) as bytes, count(*)::integer as rows
  from webhooks.deliveries`;

const size = ({ platform }: Bench, what: string, sql: string): Promise<Finding> =>
  withClient(platform.databaseUrl, async (db) => {
    const { rows } = await db.query<{ bytes: number; rows: number }>(sql);
    const { bytes = NaN, rows: records = 0 } = rows[0] ?? {};
    const detail = `of ${rounded(records)}, with their indexes`;
    return { what, unit: 'bytes on disk', value: bytes, detail };
  });

const bytesOfDelivery = (bench: Bench): Promise<Finding> =>
  size(bench, 'a delivery with its event and attempt', BYTES_OF_DELIVERY);

async function bytes(bench: Bench): Promise<Finding[]> {
  const nats = await connect(connectTo([bench.platform.natsUrl]));
  try {
    const manager = await nats.jetstreamManager({ checkAPI: false });
    const { state } = await manager.streams.info(STREAM);
    return [
      await size(bench, 'a job', BYTES_OF_JOB),
      {
        what: 'an event in the stream',
        unit: 'bytes on disk',
        value: state.bytes / state.messages,
        detail: `of ${rounded(state.messages)}; times the stream's replicas, for 7 days`,
      },
    ];
  } finally {
    await nats.close();
  }
}
