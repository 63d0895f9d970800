import { createServer, type IncomingMessage } from 'node:http';
import { Pool, types, type PoolClient } from 'pg';
import { FIELDS, NAMES } from './job-columns';
import { listen } from './listen';

export interface BareJobsSettings {
  readonly databaseUrl: string;
  readonly companyId: number;
}

const STATEMENTS = {
  getJob: `select ${FIELDS}, coalesce((
      select json_agg(json_build_object('asset_id', link.asset_id, 'asset_tag', asset_tag,
        'asset_name', asset_name, 'asset_status', asset_status,
        'relationship_type', relationship_type, 'relationship_notes', relationship_notes,
        'linked_at', linked_at) order by link.asset_id)
      from jobs.job_assets link
      left join jobs.asset_cards asset
        on asset.company_id = link.company_id and asset.asset_id = link.asset_id
      where link.company_id = job.company_id and link.job_id = job.id
    ), '[]') as assets
    from jobs.jobs job ${NAMES}
    where job.company_id = $1 and job.id = $2 and deleted_at is null`,
  listJobs: `select ${FIELDS} from jobs.jobs job ${NAMES}
    where job.company_id = $1 and deleted_at is null
    order by created_at desc, job.id desc limit 50`,
  total: 'select sum(jobs)::bigint as total from jobs.job_counts where company_id = $1',
  insertJob: `insert into bench.jobs (company_id, version, title, description, status, priority,
      location_id, created_at, updated_at)
    values ($1, 1, $2, $3, 'Pending', 'Medium', $4, $5, $5) returning id`,
  insertEvent: `insert into bench.outbox (event_id, company_id, type, envelope)
    values ($1, $2, 'job.created', $3)`,
} as const;

/** node:http and pg with named prepared statements on a pool of ten, and nothing else. */
export function startBareJobs({ databaseUrl, companyId }: BareJobsSettings): Promise<number> {
  types.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });
  const query = async (
    name: keyof typeof STATEMENTS,
    values: unknown[],
    on: Pool | PoolClient = pool,
  ): Promise<Record<string, unknown>[]> =>
    (await on.query({ name, text: STATEMENTS[name], values })).rows;

  async function getJob(id: number): Promise<object> {
    const [data] = await query('getJob', [companyId, id]);
    return { success: true, data };
  }

  async function listJobs(): Promise<object> {
    const [data, [count]] = await Promise.all([
      query('listJobs', [companyId]),
      query('total', [companyId]),
    ]);
    const total = Number(count?.['total']);
    const pagination = { page: 1, per_page: 50, total, total_pages: Math.ceil(total / 50) };
    return { success: true, data, pagination };
  }

  let created = 0;
  async function createJob(request: IncomingMessage): Promise<object> {
    const body = JSON.parse(await textOf(request)) as Record<string, string>;
    const { job_title: title, job_description: description, customer_location_id: at } = body;
    const now = new Date();
    const client = await pool.connect();
    try {
      await client.query('begin');
      const [row] = await query('insertJob', [companyId, title, description, at, now], client);
      created += 1;
      const envelope = JSON.stringify({ id: created, type: 'job.created', time: now, data: body });
      await query('insertEvent', [`event-${created}`, companyId, envelope], client);
      await client.query('commit');
      const data = {
        job_id: row?.['id'],
        job_title: title,
        job_status: 'Pending',
        created_at: now,
      };
      return { success: true, message: 'Job created.', data };
    } finally {
      client.release();
    }
  }

  const answer = (request: IncomingMessage): Promise<object> => {
    if (request.method === 'POST') return createJob(request);
    const id = /[?&]id=(\d+)/.exec(request.url ?? '')?.[1];
    return id ? getJob(Number(id)) : listJobs();
  };

  let requests = 0;
  return listen(
    createServer((request, response) => {
      requests += 1;
      const requestId = `req_${requests}`;
      answer(request).then(
        (body) => {
          const text = JSON.stringify({ ...body, request_id: requestId });
          const headers = {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          };
          response.writeHead(request.method === 'POST' ? 201 : 200, headers).end(text);
        },
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    }),
  );
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
