import { randomUUID } from 'node:crypto';
import { Agent as PlainAgent, get, type OutgoingHttpHeaders } from 'node:http';
import { Agent } from 'node:https';
import { withClient } from '@svc/local-servers';
import { RECORD_READS, type RecordAnswer } from '@svc/contracts';
import { headerSigner } from '@svc/testing';
import { Logger, runMigrations, runOnce, type RunnerOptions, type Task } from 'graphile-worker';
import { callerOf } from '../caller-of';
import { wallMs } from '../clock';
import { signedPost } from './signed-post';

export interface GraphileSending {
  readonly databaseUrl: string;
  readonly companyId: number;
  /** The service that owns the records, and the secret out of which it knows who asks. */
  readonly owner: { readonly port: number; readonly internalSecret: string };
  /** The authority of the receivers' certificates, in PEM. */
  readonly ca: string;
  readonly secret: string;
}

export interface GraphileBacklog extends Pick<GraphileSending, 'databaseUrl'> {
  readonly urls: readonly string[];
  /** Each event is about the next job from this one on. */
  readonly firstJob: number;
  readonly posts: number;
}

/** What a job of the queue holds: the record is read when it is sent. */
interface Delivery {
  readonly url: string;
  readonly eventId: string;
  readonly jobId: number;
  readonly occurredAt: string;
}

/** The settings of graphile-worker's own benchmark. */
const CONCURRENT_JOBS = 24;
const BENCHMARK_SETTINGS = {
  concurrentJobs: CONCURRENT_JOBS,
  maxPoolSize: CONCURRENT_JOBS + 1,
  localQueue: { size: 500, refetchDelay: { durationMs: 10 } },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
};

const optionsOf = (connectionString: string): RunnerOptions => ({
  connectionString,
  logger: new Logger(() => () => undefined),
});

/** The attempt and what became of its delivery, as the service logs them. */
const LOG = {
  name: 'log_attempt',
  text: `with logged as (
      insert into bench.attempts (day, company_id, id, delivery_id, number, started_at,
        duration_ms, response_code, error, request_body, answer)
      values (current_date, $1, $2, $3, 1, $4, $5, $6, null, $7, 'ok'))
    insert into bench.deliveries (day, company_id, id, endpoint_id, event_id, event_type, status,
      attempts, created_at, last_attempt_at, response_code)
    values (current_date, $1, $3, 1, $8, 'job.updated', 'succeeded', 1, $4, $4, $6)`,
};

/** Works off the jobs that are queued; answers when the last one was marked as done. */
export async function sendByGraphile(sending: GraphileSending): Promise<number> {
  const { databaseUrl, companyId, owner, ca, secret } = sending;
  const agent = new Agent({ keepAlive: true, ca });
  const owners = new PlainAgent({ keepAlive: true });
  const caller = callerOf(companyId, 'internal');
  const signHeaders = headerSigner(owner.internalSecret);
  const deliver: Task = async (payload, helpers) => {
    const { url, eventId, jobId, occurredAt } = payload as Delivery;
    const headers = signHeaders(caller, {
      audience: 'jobs',
      method: 'GET',
      pathAndQuery: RECORD_READS.jobs,
      now: new Date(),
    });
    const { object, version } = await readJob(owners, { port: owner.port, headers }, jobId);
    const body = JSON.stringify({
      id: eventId,
      type: 'job.updated',
      api_version: '2026-05-27',
      occurred_at: occurredAt,
      source: 'api_key:1',
      data: { object, previous: {}, version },
    });
    const startedAt = wallMs();
    const status = await signedPost(agent, secret, { url, eventId, body });
    if (status !== 200) throw new Error(`${url} answered ${status}.`);
    const tookMs = Math.round(wallMs() - startedAt);
    const values = [companyId, randomUUID(), randomUUID(), new Date(startedAt), tookMs, status];
    await helpers.withPgClient((client) =>
      client.query({ ...LOG, values: [...values, body, eventId] }),
    );
  };
  await runOnce({
    ...optionsOf(databaseUrl),
    taskList: { deliver },
    preset: { worker: BENCHMARK_SETTINGS },
  });
  const endedAt = wallMs();
  agent.destroy();
  owners.destroy();
  return endedAt;
}

/** One record for one job: a queue that knows nothing of its jobs asks for each by itself. */
function readJob(
  agent: PlainAgent,
  { port, headers }: { readonly port: number; readonly headers: OutgoingHttpHeaders },
  id: number,
): Promise<RecordAnswer> {
  const path = `${RECORD_READS.jobs}?ids=${id}`;
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      response
        .toArray()
        .then((chunks) => {
          const text = Buffer.concat(chunks as Buffer[]).toString();
          const [record] = (JSON.parse(text) as { data?: RecordAnswer[] }).data ?? [];
          if (!record) throw new Error(`Job ${id} was not read: ${text}`);
          resolve(record);
        })
        .catch(reject);
    }).once('error', reject);
  });
}

const QUEUE = `select count(*) from graphile_worker.add_jobs(array(
  select ('deliver', json_build_object('url', url, 'eventId', 'evt_' || extract(epoch from now())::bigint || '_' || n,
      'jobId', $2::bigint + n / cardinality($1::text[]), 'occurredAt', now()),
    null, null, null, null, null, null)::graphile_worker.job_spec
  from generate_series(0, $3::integer - 1) n,
    unnest($1::text[]) with ordinality as receiver (url, position)
  where position = 1 + n % cardinality($1::text[])))`;

/** Queues each event for each receiver. */
export async function queueJobs(backlog: GraphileBacklog): Promise<void> {
  const { databaseUrl, urls, firstJob, posts } = backlog;
  await runMigrations(optionsOf(databaseUrl));
  await withClient(databaseUrl, async (db) => {
    await db.query(QUEUE, [urls, firstJob, posts]);
    await db.query('vacuum analyze graphile_worker._private_jobs');
  });
}
