import { until, withClient } from '@svc/local-servers';

export interface Backlog {
  /** Begins the ids of its events and deliveries; another one for each backlog. */
  readonly prefix: string;
  readonly companyId: number;
  readonly endpointIds: readonly number[];
  readonly events: number;
  /** Each event is about the next job from this one on. */
  readonly firstJob: number;
}

/** Queues each event for each endpoint, as the fan-out would, and lets all of it be seen at once. */
export async function queueBacklog(databaseUrl: string, backlog: Backlog): Promise<void> {
  const { prefix, companyId, endpointIds, events, firstJob } = backlog;
  await withClient(databaseUrl, async (db) => {
    await db.query('vacuum webhooks.pending_deliveries');
    await db.query('begin');
    await db.query(EVENTS, [companyId, prefix, firstJob, events]);
    await db.query(DELIVERIES, [companyId, prefix, endpointIds]);
    await db.query(PENDING, [companyId, prefix]);
    await db.query('analyze webhooks.pending_deliveries, webhooks.deliveries, webhooks.events');
    await db.query('commit');
  });
}

const EVENTS = `insert into webhooks.events
    (day, company_id, id, type, record_id, version, occurred_at, source, previous, object)
  select current_date, $1, 'evt_' || $2 || lpad(n::text, 10, '0'), 'job.updated', $3::bigint + n, 1,
    now(), 'api_key:1', '{}', null
  from generate_series(0, $4::integer - 1) n`;

const DELIVERIES = `insert into webhooks.deliveries (day, company_id, id, endpoint_id, event_id,
    event_type, status, attempts, created_at, next_attempt_at)
  select day, company_id, 'dlv_' || substr(event.id, 5) || lpad(endpoint::text, 6, '0'), endpoint,
    event.id, type, 'pending', 0, now(), now()
  from webhooks.events event, unnest($3::bigint[]) endpoint
  where company_id = $1 and event.id like 'evt_' || $2 || '%'
  order by event.id, endpoint`;

const PENDING = `insert into webhooks.pending_deliveries (company_id, delivery_id, day, endpoint_id,
    event_id, attempts, is_retry, planned_at, due_at, queued_at)
  select company_id, id, day, endpoint_id, event_id, 0, false, created_at, created_at, created_at
  from webhooks.deliveries where company_id = $1 and id like 'dlv_' || $2 || '%'
  order by id`;

const WORKED_OFF_MS = 120_000;

/** Waits until nothing is to be sent any more. */
export const workedOff = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (db) => {
    const isEmpty = async (): Promise<boolean> => {
      const { rowCount } = await db.query('select from webhooks.pending_deliveries limit 1');
      return rowCount === 0;
    };
    if (!(await until(isEmpty, WORKED_OFF_MS))) throw new Error('The backlog was not worked off.');
  });

/** Deliveries of a backlog that the log calls succeeded, each with its one attempt. */
export const countSucceeded = (
  databaseUrl: string,
  { companyId, prefix }: Pick<Backlog, 'companyId' | 'prefix'>,
): Promise<number> =>
  withClient(databaseUrl, async (db) => {
    const { rows } = await db.query<{ count: number }>(
      `select count(*)::integer as count from webhooks.deliveries d
       join webhooks.attempts a on a.company_id = d.company_id and a.delivery_id = d.id
         and a.day = d.day
       where d.company_id = $1 and d.id like 'dlv_' || $2 || '%' and d.status = 'succeeded'
         and d.attempts = 1 and a.number = 1`,
      [companyId, prefix],
    );
    return rows[0]?.count ?? 0;
  });
