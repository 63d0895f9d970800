import { randomUUID } from 'node:crypto';
import { Agent } from 'node:https';
import { withClient } from '@svc/local-servers';
import { Logger, runMigrations, runOnce, type RunnerOptions, type Task } from 'graphile-worker';
import { wallMs } from '../clock';
import { signedPost, type SignedPost } from './signed-post';

export interface GraphileSending {
  readonly databaseUrl: string;
  readonly companyId: number;
  /** The authority of the receivers' certificates, in PEM. */
  readonly ca: string;
  readonly secret: string;
}

export interface GraphileBacklog extends Pick<GraphileSending, 'databaseUrl'> {
  readonly urls: readonly string[];
  readonly body: string;
  readonly posts: number;
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

const LOG = {
  name: 'log_attempt',
  text: `insert into bench.attempts (day, company_id, id, delivery_id, number, started_at,
      duration_ms, response_code, error, request_body, answer)
    values (current_date, $1, $2, $3, 1, $4, $5, $6, null, $7, 'ok')`,
};

/** Works off the jobs that are queued; answers when the last one was marked as done. */
export async function sendByGraphile(sending: GraphileSending): Promise<number> {
  const { databaseUrl, companyId, ca, secret } = sending;
  const agent = new Agent({ keepAlive: true, ca });
  const deliver: Task = async (payload, helpers) => {
    const post = payload as SignedPost;
    const startedAt = wallMs();
    const status = await signedPost(agent, secret, post);
    if (status !== 200) throw new Error(`${post.url} answered ${status}.`);
    const values = [companyId, randomUUID(), post.eventId, new Date(startedAt)];
    const tookMs = Math.round(wallMs() - startedAt);
    await helpers.withPgClient((client) =>
      client.query({ ...LOG, values: [...values, tookMs, status, post.body] }),
    );
  };
  await runOnce({
    ...optionsOf(databaseUrl),
    taskList: { deliver },
    preset: { worker: BENCHMARK_SETTINGS },
  });
  agent.destroy();
  return wallMs();
}

const QUEUE = `select count(*) from graphile_worker.add_jobs(array(
  select ('deliver', json_build_object('url', url, 'eventId', 'evt_' || n, 'body', $2::text),
    null, null, null, null, null, null)::graphile_worker.job_spec
  from generate_series(1, $3) n, unnest($1::text[]) with ordinality as receiver (url, position)
  where position = 1 + n % cardinality($1::text[])))`;

/** Queues the posts as jobs, each with its body. */
export async function queueJobs(backlog: GraphileBacklog): Promise<void> {
  const { databaseUrl, urls, body, posts } = backlog;
  await runMigrations(optionsOf(databaseUrl));
  await withClient(databaseUrl, async (db) => {
    await db.query(QUEUE, [urls, body, posts]);
    await db.query('vacuum analyze graphile_worker._private_jobs');
  });
}
