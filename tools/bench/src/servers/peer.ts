import fastify from 'fastify';
import { Pool, types } from 'pg';

export interface PeerSettings {
  readonly databaseUrl: string;
  readonly companyId: number;
}

const FIELDS = `job.id as job_id, job.version, job.title as job_title,
  job.description as job_description, job.status as job_status, job.priority as job_priority,
  job.technician_id as assigned_technician_id, technician_name as assigned_technician_name,
  job.location_id as customer_location_id, location_name as customer_location_name,
  location.customer_id, customer_name, scheduled_start, scheduled_end, actual_start, actual_end,
  created_at, updated_at`;

const NAMES = `left join jobs.location_names location
    on location.company_id = job.company_id and location.location_id = job.location_id
  left join jobs.customer_names customer
    on customer.company_id = job.company_id and customer.customer_id = location.customer_id
  left join jobs.technician_names technician
    on technician.company_id = job.company_id and technician.technician_id = job.technician_id`;

const STATEMENTS = {
  readJob: `select ${FIELDS} from bench.peer_jobs job ${NAMES}
    where job.company_id = $1 and job.id = $2 and deleted_at is null`,
  listJobs: `select ${FIELDS} from bench.peer_jobs job ${NAMES}
    where job.company_id = $1 and deleted_at is null
    order by created_at desc, job.id desc limit 50`,
  countJobs: `select count(*) as total from bench.peer_jobs
    where company_id = $1 and deleted_at is null`,
  createJob: `insert into bench.peer_jobs (company_id, version, title, description,
      status, priority, location_id, search_text, created_at, updated_at)
    values ($1, 1, $2, $3, 'Pending', 'Medium', $4, lower($2 || $3), now(), now())
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

const object = (properties: object) => ({ type: 'object', properties });

const JOB = object({
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
});

const SAVED_JOB = object({
  job_id: integer,
  job_title: text,
  job_status: text,
  created_at: timestamp,
});

const SAVED_CUSTOMER = object({ customer_id: integer, customer_name: text });

const SAVED_ASSET = object({ asset_id: integer, asset_name: text, status: text });

const ITEM = object({
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
});

const PAGINATION = object({
  page: integer,
  per_page: integer,
  total: integer,
  total_pages: integer,
});

const responseSchema = (data: object) =>
  object({ success: { type: 'boolean' }, data, pagination: PAGINATION, request_id: text });

const TITLE = { ...text, maxLength: 255 } as const;
const NEW_JOB = {
  job_title: TITLE,
  job_description: { ...text, minLength: 30, maxLength: 10_000 },
  customer_location_id: integer,
} as const;

const QUERY = object({ id: { type: 'integer', minimum: 1 } });

type Row = Record<string, unknown>;

interface RecordCall {
  readonly statement: keyof typeof STATEMENTS;
  /** Fields of the body, in the order of the statement's parameters. */
  readonly fields?: Readonly<Record<string, object>>;
  readonly returned: object;
}

/**
 * The plainest server for these calls: fastify with compiled validation and serialization, pg with named
 * statements on a pool of ten. It has no keys, limits, companies, versions or events.
 */
export async function startPeer({ databaseUrl, companyId }: PeerSettings): Promise<number> {
  types.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });
  const query = async (name: keyof typeof STATEMENTS, ...values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>({ name, text: STATEMENTS[name], values: [companyId, ...values] })).rows;

  let requests = 0;
  const app = fastify({ genReqId: () => `req_${(requests += 1)}`, keepAliveTimeout: 75_000 });
  app.get(
    '/jobs',
    { schema: { response: { 200: responseSchema({ type: 'array', items: JOB }) } } },
    async (request) => {
      const [data, [count]] = await Promise.all([query('listJobs'), query('countJobs')]);
      const total = Number(count?.['total']);
      const pagination = { page: 1, per_page: 50, total, total_pages: Math.ceil(total / 50) };
      return { success: true, data, pagination, request_id: request.id };
    },
  );
  const addRecordCall = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    url: string,
    { statement, fields = {}, returned }: RecordCall,
  ): void => {
    const names = Object.keys(fields);
    app.route<{ readonly Querystring: { readonly id?: number }; readonly Body: Row }>({
      method,
      url,
      schema: {
        querystring: QUERY,
        ...(method !== 'GET' && { body: { ...object(fields), required: names } }),
        response: { '2xx': responseSchema(returned) },
      },
      async handler(request, reply) {
        const id = method === 'POST' ? [] : [request.query.id];
        const [data] = await query(statement, ...id, ...names.map((name) => request.body[name]));
        reply.code(method === 'POST' ? 201 : 200);
        return { success: true, data, request_id: request.id };
      },
    });
  };
  addRecordCall('GET', '/job', { statement: 'readJob', returned: JOB });
  addRecordCall('POST', '/jobs', { statement: 'createJob', fields: NEW_JOB, returned: SAVED_JOB });
  addRecordCall('PUT', '/job', {
    statement: 'updateJob',
    fields: { job_title: TITLE },
    returned: SAVED_JOB,
  });
  addRecordCall('PUT', '/customer', {
    statement: 'updateCustomer',
    fields: { customer_name: TITLE },
    returned: SAVED_CUSTOMER,
  });
  addRecordCall('PUT', '/asset', {
    statement: 'updateAsset',
    fields: { asset_name: TITLE },
    returned: SAVED_ASSET,
  });
  addRecordCall('PATCH', '/item', {
    statement: 'updateItem',
    fields: { part_name: TITLE },
    returned: ITEM,
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return Number(new URL(address).port);
}
