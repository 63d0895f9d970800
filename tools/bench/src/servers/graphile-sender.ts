import { randomUUID } from 'node:crypto';
import { Agent as PlainAgent, get, type OutgoingHttpHeaders } from 'node:http';
import { Agent } from 'node:https';
import { json } from 'node:stream/consumers';
import { columnValues, createRun, statement } from '@svc/database';
import { withClient } from '@svc/local-servers';
import { RECORD_READS, SCOPES, type Caller, type RecordSnapshot } from '@svc/contracts';
import { createHeaderSigner } from '@svc/testing';
import { Logger, runMigrations, runOnce, type RunnerOptions, type Task } from 'graphile-worker';
import { getWallTimeMs } from '../clock';
import { INTERNAL_SECRET } from '../platform';
import { sendSignedPost } from './signed-post';

export interface GraphileSending {
  readonly databaseUrl: string;
  readonly companyId: number;
  readonly jobsPort: number;
  readonly ca: string;
  readonly secret: string;
}

export interface GraphileBacklog extends Pick<GraphileSending, 'databaseUrl'> {
  readonly urls: readonly string[];
  readonly firstJob: number;
  readonly posts: number;
}

interface Delivery {
  readonly url: string;
  readonly eventId: string;
  readonly jobId: number;
  readonly occurredAt: string;
}

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

const LOG = statement<Logged>()(
  'log_attempt',
  `with logged as (
     insert into bench.attempts ${columnValues({
       day: 'current_date',
       company_id: ':companyId',
       id: ':attemptId',
       delivery_id: ':deliveryId',
       number: '1',
       started_at: ':startedAt',
       duration_ms: ':durationMs',
       response_code: ':status',
       error: 'null',
       request_headers: "'{}'",
       request_body: ':body',
       response_body: "'ok'",
     })}
   )
   insert into bench.deliveries ${columnValues({
     day: 'current_date',
     company_id: ':companyId',
     id: ':deliveryId',
     endpoint_id: '1',
     event_id: ':eventId',
     event_type: "'job.updated'",
     status: "'succeeded'",
     attempts: '1',
     created_at: ':startedAt',
     last_attempt_at: ':startedAt',
     response_code: ':status',
   })}`,
);

interface Logged {
  readonly companyId: number;
  readonly attemptId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number;
  readonly body: string;
}

/** Returns when the last queued job was marked as done. */
export async function sendWithGraphile(sending: GraphileSending): Promise<number> {
  const { databaseUrl, companyId, jobsPort, ca, secret } = sending;
  const agent = new Agent({ keepAlive: true, ca });
  const owners = new PlainAgent({ keepAlive: true });
  const caller = internalCaller(companyId);
  const signHeaders = createHeaderSigner(INTERNAL_SECRET);
  const deliver: Task = async (payload, helpers) => {
    const { url, eventId, jobId, occurredAt } = payload as Delivery;
    const headers = signHeaders(caller, {
      audience: 'jobs',
      method: 'GET',
      pathAndQuery: RECORD_READS.jobs,
      now: new Date(),
    });
    const { object, version } = await readJob(owners, { port: jobsPort, headers }, jobId);
    const body = JSON.stringify({
      id: eventId,
      type: 'job.updated',
      api_version: '2026-05-27',
      occurred_at: occurredAt,
      source: 'api_key:1',
      data: { object, previous: {}, version },
    });
    const startedAtMs = getWallTimeMs();
    const status = await sendSignedPost(agent, secret, { url, eventId, body });
    if (status !== 200) throw new Error(`${url} answered ${status}.`);
    const logged = {
      companyId,
      attemptId: randomUUID(),
      deliveryId: randomUUID(),
      eventId,
      startedAt: new Date(startedAtMs),
      durationMs: Math.round(getWallTimeMs() - startedAtMs),
      status,
      body,
    };
    await helpers.withPgClient((client) => createRun(client)(LOG, logged));
  };
  await runOnce({
    ...optionsOf(databaseUrl),
    taskList: { deliver },
    preset: { worker: BENCHMARK_SETTINGS },
  });
  const endedAt = getWallTimeMs();
  agent.destroy();
  owners.destroy();
  return endedAt;
}

const internalCaller = (companyId: number): Caller => ({
  reach: 'internal',
  companyId,
  zone: 'America/New_York',
  country: 'US',
  actor: 'api_key:1',
  scopes: SCOPES,
  requestId: 'req_benchmark',
});

/** A general queue reads one record per job. */
function readJob(
  agent: PlainAgent,
  { port, headers }: { readonly port: number; readonly headers: OutgoingHttpHeaders },
  id: number,
): Promise<RecordSnapshot> {
  const path = `${RECORD_READS.jobs}?ids=${id}`;
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      json(response)
        .then((body) => {
          const [record] = (body as { readonly data?: readonly RecordSnapshot[] }).data ?? [];
          if (!record) throw new Error(`Job ${id} was not read: ${response.statusCode}`);
          resolve(record);
        })
        .catch(reject);
    }).once('error', reject);
  });
}

const QUEUE = statement<Pick<GraphileBacklog, 'urls' | 'firstJob' | 'posts'>>()(
  'queue_posts',
  `select count(*) from graphile_worker.add_jobs(array(
  select ('deliver', json_build_object('url', url, 'eventId', 'evt_' || extract(epoch from now())::bigint || '_' || n,
      'jobId', :firstJob::bigint + n / cardinality(:urls::text[]), 'occurredAt', now()),
    null, null, null, null, null, null)::graphile_worker.job_spec
  from generate_series(0, :posts::integer - 1) n,
    unnest(:urls::text[]) with ordinality as receiver (url, position)
  where position = 1 + n % cardinality(:urls::text[])))`,
);

export async function queueJobs(backlog: GraphileBacklog): Promise<void> {
  const { databaseUrl, urls, firstJob, posts } = backlog;
  await runMigrations(optionsOf(databaseUrl));
  await withClient(databaseUrl, async (db) => {
    await createRun(db)(QUEUE, { urls, firstJob, posts });
    await db.query('vacuum analyze graphile_worker._private_jobs');
  });
}
