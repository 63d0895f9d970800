import { createRun, statement } from '@svc/database';
import { withClient } from '@svc/local-servers';
import { waitUntilEmpty } from '../wait-for-events';

export interface Backlog {
  /** Prefix of event and delivery ids; each backlog needs its own. */
  readonly prefix: string;
  readonly companyId: number;
  readonly endpointIds: readonly number[];
  readonly events: number;
  readonly firstJob: number;
}

/** Queues each event for each endpoint in one transaction, so that all become visible at once. */
export async function queueBacklog(databaseUrl: string, backlog: Backlog): Promise<void> {
  const { prefix, companyId, endpointIds, events, firstJob } = backlog;
  await withClient(databaseUrl, async (db) => {
    await db.query('vacuum webhooks.pending_deliveries');
    await db.query('begin');
    const run = createRun(db);
    await run(EVENTS, { companyId, prefix, firstJob, events });
    await run(DELIVERIES, { companyId, prefix, endpointIds });
    await run(PENDING, { companyId, prefix });
    await db.query('analyze webhooks.pending_deliveries, webhooks.deliveries, webhooks.events');
    await db.query('commit');
  });
}

const EVENTS = statement<Pick<Backlog, 'companyId' | 'prefix' | 'firstJob' | 'events'>>()(
  'queue_events',
  `insert into webhooks.events
    (day, company_id, id, type, record_id, version, occurred_at, source, previous, object)
  select current_date, :companyId, 'evt_' || :prefix || lpad(n::text, 10, '0'), 'job.updated',
    :firstJob::bigint + n, 1, now(), 'api_key:1', '{}', null
  from generate_series(0, :events::integer - 1) n`,
);

const DELIVERIES = statement<Pick<Backlog, 'companyId' | 'prefix' | 'endpointIds'>>()(
  'queue_deliveries',
  `insert into webhooks.deliveries (day, company_id, id, endpoint_id, event_id,
    event_type, status, attempts, created_at, next_attempt_at)
  select day, company_id, 'dlv_' || substr(event.id, 5) || lpad(endpoint::text, 6, '0'), endpoint,
    event.id, type, 'pending', 0, now(), now()
  from webhooks.events event, unnest(:endpointIds::bigint[]) endpoint
  where company_id = :companyId and event.id like 'evt_' || :prefix || '%'
  order by event.id, endpoint`,
);

const PENDING = statement<Pick<Backlog, 'companyId' | 'prefix'>>()(
  'queue_pending_deliveries',
  `insert into webhooks.pending_deliveries (company_id, delivery_id, day, endpoint_id,
    event_id, attempts, is_retry, planned_at, due_at, queued_at)
  select company_id, id, day, endpoint_id, event_id, 0, false, created_at, created_at, created_at
  from webhooks.deliveries where company_id = :companyId and id like 'dlv_' || :prefix || '%'
  order by id`,
);

const WORKED_OFF_MS = 120_000;

export const waitUntilDelivered = (databaseUrl: string): Promise<void> =>
  waitUntilEmpty(databaseUrl, 'webhooks.pending_deliveries', WORKED_OFF_MS);

const SUCCEEDED = statement<Pick<Backlog, 'companyId' | 'prefix'>, { deliveries: number }>()(
  'count_succeeded_deliveries',
  `select count(*)::integer as deliveries from webhooks.deliveries d
   join webhooks.attempts a on a.company_id = d.company_id and a.delivery_id = d.id
     and a.day = d.day
   where d.company_id = :companyId and d.id like 'dlv_' || :prefix || '%' and d.status = 'succeeded'
     and d.attempts = 1 and a.number = 1`,
);

export const countSucceeded = (
  databaseUrl: string,
  { companyId, prefix }: Pick<Backlog, 'companyId' | 'prefix'>,
): Promise<number> =>
  withClient(databaseUrl, async (db) => {
    const [counted] = await createRun(db)(SUCCEEDED, { companyId, prefix });
    return counted?.deliveries ?? 0;
  });
