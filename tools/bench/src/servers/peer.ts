import fastify from 'fastify';
import { Pool, types } from 'pg';
import { FIELDS, NAMES } from './job-columns';

export interface PeerSettings {
  readonly databaseUrl: string;
  readonly companyId: number;
}

const STATEMENTS = {
  readJob: `select ${FIELDS} from bench.peer_jobs job ${NAMES}
    where job.company_id = $1 and job.id = $2 and deleted_at is null`,
  listJobs: `select ${FIELDS} from bench.peer_jobs job ${NAMES}
    where job.company_id = $1 and deleted_at is null
    order by created_at desc, job.id desc limit 50`,
  countJobs: `select count(*) as total from bench.peer_jobs
    where company_id = $1 and deleted_at is null`,
  createJob: `insert into bench.peer_jobs (company_id, version, title, description,
      status, priority, location_id, created_at, updated_at)
    values ($1, 1, $2, $3, 'Pending', 'Medium', $4, now(), now())
    returning id as job_id, title as job_title, status as job_status, created_at`,
  updateJob: `update bench.peer_jobs set title = $3, version = version + 1, updated_at = now()
    where company_id = $1 and id = $2 and deleted_at is null
    returning id as job_id, title as job_title, status as job_status`,
  updateCustomer: `update bench.peer_customers
    set customer_name = $3, version = version + 1, updated_at = now()
    where company_id = $1 and id = $2 and deleted_at is null
    returning id as customer_id, customer_name`,
  updateAsset: `update bench.peer_assets
    set name = $3, version = version + 1, updated_at = now()
    where company_id = $1 and id = $2 and deleted_at is null
    returning id as asset_id, name as asset_name, status`,
  updateItem: `update bench.peer_items
    set part_name = $3, version = version + 1, updated_at = now()
    where company_id = $1 and id = $2
    returning id, part_number, part_name, description, category, serial_number, quantity_on_hand,
      min_stock_level, reorder_quantity, cost_per_unit, price_per_unit, supplier_id, created_at,
      updated_at`,
} as const;

const number = { type: 'number' } as const;
const integer = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const timestamp = { type: 'string', format: 'date-time' } as const;
const orNull = <Schema extends object>(schema: Schema) => ({ ...schema, nullable: true });

const JOB = {
  type: 'object',
  properties: {
    job_id: integer,
    version: integer,
    job_title: text,
    job_description: text,
    job_status: text,
    job_priority: text,
    assigned_technician_id: orNull(integer),
    assigned_technician_name: orNull(text),
    customer_location_id: integer,
    customer_location_name: text,
    customer_id: integer,
    customer_name: text,
    scheduled_start: orNull(timestamp),
    scheduled_end: orNull(timestamp),
    actual_start: orNull(timestamp),
    actual_end: orNull(timestamp),
    created_at: timestamp,
    updated_at: timestamp,
  },
} as const;

const SAVED_JOB = {
  type: 'object',
  properties: { job_id: integer, job_title: text, job_status: text, created_at: timestamp },
} as const;

const SAVED_CUSTOMER = {
  type: 'object',
  properties: { customer_id: integer, customer_name: text },
} as const;

const SAVED_ASSET = {
  type: 'object',
  properties: { asset_id: integer, asset_name: text, status: text },
} as const;

const ITEM = {
  type: 'object',
  properties: {
    id: integer,
    part_number: text,
    part_name: text,
    description: orNull(text),
    category: orNull(text),
    serial_number: orNull(text),
    quantity_on_hand: integer,
    min_stock_level: integer,
    reorder_quantity: integer,
    cost_per_unit: orNull(number),
    price_per_unit: orNull(number),
    supplier_id: orNull(integer),
    created_at: timestamp,
    updated_at: timestamp,
  },
} as const;

const PAGINATION = {
  type: 'object',
  properties: { page: integer, per_page: integer, total: integer, total_pages: integer },
} as const;

const answerOf = (data: object) => ({
  type: 'object',
  properties: { success: { type: 'boolean' }, data, pagination: PAGINATION, request_id: text },
});

const TITLE = { ...text, maxLength: 255 } as const;
const NEW_JOB = {
  job_title: TITLE,
  job_description: { ...text, minLength: 30, maxLength: 10_000 },
  customer_location_id: integer,
} as const;

const QUERY = { type: 'object', properties: { id: { type: 'integer', minimum: 1 } } } as const;

type Row = Record<string, unknown>;
type Addressed = { readonly Querystring: { readonly id?: number } };
type NewJob = Readonly<Record<keyof typeof NEW_JOB, unknown>>;

/**
 * The plainest server for these calls: fastify with compiled validation and serialization, pg with named
 * statements on a pool of ten. It has no keys, limits, companies, versions or events.
 */
export async function startPeer({ databaseUrl, companyId }: PeerSettings): Promise<number> {
  types.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });
  const query = async (name: keyof typeof STATEMENTS, ...values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>({ name, text: STATEMENTS[name], values: [companyId, ...values] })).rows;

  async function readJob(id: number): Promise<object> {
    const [data] = await query('readJob', id);
    return { data };
  }

  async function listJobs(): Promise<object> {
    const [data, [count]] = await Promise.all([query('listJobs'), query('countJobs')]);
    const total = Number(count?.['total']);
    return {
      data,
      pagination: { page: 1, per_page: 50, total, total_pages: Math.ceil(total / 50) },
    };
  }

  let requests = 0;
  const app = fastify({ genReqId: () => `req_${(requests += 1)}`, keepAliveTimeout: 75_000 });
  app.get<Addressed>(
    '/job',
    { schema: { querystring: QUERY, response: { 200: answerOf(JOB) } } },
    async (request) => ({
      success: true,
      ...(await readJob(request.query.id ?? 0)),
      request_id: request.id,
    }),
  );
  app.get(
    '/jobs',
    { schema: { response: { 200: answerOf({ type: 'array', items: JOB }) } } },
    async (request) => ({ success: true, ...(await listJobs()), request_id: request.id }),
  );
  app.post<{ readonly Body: NewJob }>(
    '/jobs',
    {
      schema: {
        body: { type: 'object', required: Object.keys(NEW_JOB), properties: NEW_JOB },
        response: { 201: answerOf(SAVED_JOB) },
      },
    },
    async (request, reply) => {
      const { job_title: title, job_description: description, customer_location_id } = request.body;
      const [data] = await query('createJob', title, description, customer_location_id);
      return reply.code(201).send({ success: true, data, request_id: request.id });
    },
  );
  const addUpdate = (
    method: 'PUT' | 'PATCH',
    path: string,
    statement: keyof typeof STATEMENTS,
    field: string,
    updated: object,
  ): void =>
    void app.route<Addressed & { readonly Body: Readonly<Record<string, string>> }>({
      method,
      url: path,
      schema: {
        querystring: QUERY,
        body: { type: 'object', required: [field], properties: { [field]: TITLE } },
        response: { 200: answerOf(updated) },
      },
      async handler(request) {
        const [data] = await query(statement, request.query.id, request.body[field]);
        return { success: true, data, request_id: request.id };
      },
    });
  addUpdate('PUT', '/job', 'updateJob', 'job_title', SAVED_JOB);
  addUpdate('PUT', '/customer', 'updateCustomer', 'customer_name', SAVED_CUSTOMER);
  addUpdate('PUT', '/asset', 'updateAsset', 'asset_name', SAVED_ASSET);
  addUpdate('PATCH', '/item', 'updateItem', 'part_name', ITEM);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return Number(new URL(address).port);
}
