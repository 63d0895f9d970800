import {
  asJson,
  runOn,
  statement,
  type AnyValues,
  type Found,
  type Json,
  type Run,
  type Total,
} from '@svc/database';
import { offsetOf, type Page } from '@svc/kernel';
import { firstUlidOf } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import {
  STOPPED,
  type Attempt,
  type Delivery,
  type DeliveryStatus,
  type ListedDelivery,
} from '../domain/delivery';
import { TEST_EVENT, type WebhookEventRecord } from '../domain/webhook-body';

/** The UTC day of an event, by which the log is partitioned. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const COLUMNS = `d.id, d.company_id as "companyId", d.endpoint_id as "endpointId",
  d.event_id as "eventId", d.event_type as "eventType", d.status, d.attempts,
  d.response_code as "responseCode", d.error, d.created_at as "createdAt",
  d.last_attempt_at as "lastAttemptAt", d.next_attempt_at as "nextAttemptAt"`;

const FIND = statement<{ companyId: number; id: string }, Delivery>()(
  'find_delivery',
  `select ${COLUMNS} from deliveries d
   where d.company_id = :companyId and d.id = coalesce(
     (select delivery_id from attempts where company_id = :companyId and id = :id), :id)`,
);

const LAST = statement<{ companyId: number; endpointIds: readonly number[] }, Delivery>()(
  'last_deliveries',
  `select last.* from unnest(:endpointIds::bigint[]) as endpoint (id)
   cross join lateral (
     select ${COLUMNS} from deliveries d
     where d.company_id = :companyId and d.endpoint_id = endpoint.id
     order by d.id desc limit 1) as last`,
);

const ATTEMPTS = statement<{ companyId: number; deliveryId: string }, Attempt>()(
  'delivery_attempts',
  `select id, number, started_at as "startedAt", duration_ms as "durationMs",
     response_code as "responseCode", error, request_headers as "requestHeaders",
     request_body as "requestBody", answer
   from attempts where company_id = :companyId and delivery_id = :deliveryId order by number`,
);

const ADD = statement<{ events: Json<readonly EventRow[]>; at: Date }>()(
  'add_deliveries',
  `with given as (
     select * from json_to_recordset(:events) as event (day date, company_id bigint, id text,
       type text, record_id bigint, version integer, occurred_at timestamptz, source text,
       previous json, object json, trace json, deliveries json)),
   kept as (
     insert into events
       (day, company_id, id, type, record_id, version, occurred_at, source, previous, object,
        trace)
     select day, company_id, id, type, record_id, version, occurred_at, source, previous, object,
       trace
     from given
     on conflict do nothing),
   added as (
     insert into deliveries (day, company_id, id, endpoint_id, event_id, event_type, status,
       attempts, error, created_at, next_attempt_at, is_missed)
     select given.day, given.company_id, delivery.id, delivery.endpoint_id, given.id, given.type,
       case when is_queued then 'pending' else 'failed' end, 0,
       case when is_queued then null else '${STOPPED}' end, :at::timestamptz,
       case when is_queued then :at::timestamptz end, is_missed
     from given cross join lateral json_to_recordset(given.deliveries)
       as delivery (id text, endpoint_id bigint, is_queued boolean, is_missed boolean)
     on conflict do nothing
     returning company_id, id, day, endpoint_id, event_id, status)
   insert into pending_deliveries (company_id, delivery_id, day, endpoint_id, event_id, attempts,
     is_retry, planned_at, due_at, queued_at)
   select company_id, id, day, endpoint_id, event_id, 0, false, :at::timestamptz, :at::timestamptz,
     :at::timestamptz
   from added where status = 'pending'`,
);

// One day at a time, and by ids: the planner does not know that a join by day touches one partition,
// and would rather read the log of all days than look into each of them for every row.
const FINISH = statement<{
  attempts: Json<ReturnType<typeof byBody>>;
  day: string;
  companyIds: readonly number[];
  deliveryIds: readonly string[];
}>()(
  'finish_attempts',
  `with given as (
     select sent.request_body, attempt.*
     from json_to_recordset(:attempts) as sent (request_body text, attempts json)
     cross join lateral json_to_recordset(sent.attempts) as attempt (company_id bigint,
       delivery_id text collate "C", attempt_id text, number integer, started_at timestamptz,
       duration_ms integer, response_code integer, error text, request_headers json, answer text,
       status text, next_attempt_at timestamptz)),
   logged as (
     insert into attempts (day, company_id, id, delivery_id, number, started_at, duration_ms,
       response_code, error, request_headers, request_body, answer)
     select :day::date, company_id, attempt_id, delivery_id, number, started_at, duration_ms,
       response_code, error, request_headers, request_body, answer from given),
   later as (
     update pending_deliveries p
     set planned_at = given.next_attempt_at, due_at = given.next_attempt_at, attempts = p.attempts + 1, is_retry = true
     from given
     where given.next_attempt_at is not null
       and p.company_id = given.company_id and p.delivery_id = given.delivery_id
     returning p.company_id, p.delivery_id),
   done as (
     delete from pending_deliveries p using given
     where given.next_attempt_at is null
       and p.company_id = given.company_id and p.delivery_id = given.delivery_id),
   latest as (
     select distinct on (given.company_id, given.delivery_id) given.company_id, given.delivery_id,
       given.started_at, given.response_code, given.status, given.error, given.next_attempt_at,
       given.next_attempt_at is null or later.delivery_id is not null as is_current
     from given left join later using (company_id, delivery_id)
     order by given.company_id, given.delivery_id, given.started_at desc)
   update deliveries d
   set attempts = d.attempts + 1, last_attempt_at = latest.started_at,
     response_code = latest.response_code,
     status = case when is_current then latest.status else d.status end,
     error = case when is_current then latest.error else d.error end,
     next_attempt_at = case when is_current then latest.next_attempt_at end
   from latest
   where d.day = :day::date and d.company_id = any(:companyIds::bigint[])
     and d.id = any(:deliveryIds::text[])
     and d.company_id = latest.company_id and d.id = latest.delivery_id`,
);

interface Unqueued {
  readonly day: string;
  readonly id: string;
}

const UNQUEUE = statement<{ companyId: number; endpointId: number }, Unqueued>()(
  'unqueue_deliveries',
  `delete from pending_deliveries where company_id = :companyId and endpoint_id = :endpointId
   returning day::text as day, delivery_id as id`,
);

const UNQUEUE_ONE = statement<{ companyId: number; id: string }, Unqueued>()(
  'unqueue_delivery',
  `delete from pending_deliveries where company_id = :companyId and delivery_id = :id
   returning day::text as day, delivery_id as id`,
);

interface Stopped {
  readonly companyId: number;
  /** Whether their subscription had no right to their events when these happened. */
  readonly areMissed: boolean;
}

const STOP = statement<Stopped & { day: string; ids: readonly string[] }>()(
  'stop_deliveries',
  `update deliveries set status = 'failed', error = '${STOPPED}', next_attempt_at = null,
     is_missed = :areMissed
   where day = :day::date and company_id = :companyId and id = any(:ids::text[])`,
);

const AGAIN = `again as (
     insert into pending_deliveries (company_id, delivery_id, day, endpoint_id, event_id, attempts,
       is_retry, planned_at, due_at, queued_at)
     select d.company_id, d.id, d.day, d.endpoint_id, d.event_id, 0, false,
       :at::timestamptz, :at::timestamptz, :at::timestamptz
     from chosen d
     on conflict (company_id, delivery_id)
       do update set attempts = 0, is_retry = false, planned_at = excluded.planned_at,
         due_at = excluded.due_at, queued_at = excluded.queued_at
     returning delivery_id, day)
   update deliveries d set status = 'pending', next_attempt_at = :at::timestamptz, error = null
   from again where d.company_id = :companyId and d.day = again.day and d.id = again.delivery_id
   returning ${COLUMNS}`;

const RESEND = statement<{ companyId: number; id: string; at: Date }, Delivery>()(
  'resend_delivery',
  `with chosen as (
     select * from deliveries where company_id = :companyId and id = :id and not is_missed), ${AGAIN}`,
);

const RESEND_FAILED = statement<{ companyId: number; endpointId: number; at: Date; since: Date }>()(
  'resend_failed',
  `with chosen as (
     select * from deliveries
     where company_id = :companyId and endpoint_id = :endpointId and status = 'failed'
       and created_at >= :since::timestamptz and event_type <> '${TEST_EVENT}'
       and not is_missed), ${AGAIN}`,
);

/** One attempt as it ended, and the state of its delivery after it. */
export interface FinishedAttempt extends Attempt {
  /** The day of the delivery's event. */
  readonly day: string;
  readonly companyId: number;
  readonly deliveryId: string;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | null;
}

export interface AddedDelivery {
  readonly id: string;
  readonly endpointId: number;
  /** A delivery that is not queued is logged as stopped: its endpoint is off, or it is a test that is sent directly. */
  readonly isQueued: boolean;
  /** Whether its endpoint had no right to the event when this happened: then it is never sent. */
  readonly isMissed?: boolean;
}

/** An event with its deliveries. */
export interface AnnouncedEvent {
  readonly event: WebhookEventRecord;
  readonly deliveries: readonly AddedDelivery[];
}

export interface DeliveryFilter {
  readonly endpointId?: number;
  readonly status?: DeliveryStatus;
  readonly event?: string;
  /** Only deliveries older than this one. */
  readonly before?: string;
  /** Created at this time or later. */
  readonly from?: Date;
  /** Created before this time. */
  readonly to?: Date;
}

/** Deliveries of one status that were created in the hour that begins then. */
export interface DeliveriesOfHour {
  readonly hour: Date;
  readonly status: DeliveryStatus;
  readonly deliveries: number;
}

/** The log of deliveries with their attempts, and the queue of those still to be sent. */
export const deliveryLog = (db: DataSource | EntityManager) => {
  const run: Run = runOn(db);

  async function logStopped(stopped: Stopped, gone: readonly Unqueued[]): Promise<void> {
    for (const [day, deliveries] of grouped(gone, dayOfRow)) {
      await run(STOP, { ...stopped, day, ids: deliveries.map(({ id }) => id) });
    }
  }

  return {
    /** Records events, each only once, with their deliveries, and queues those to be sent. */
    async add(events: readonly AnnouncedEvent[], at: Date): Promise<void> {
      await run(ADD, { events: asJson(events.map(eventRow)), at });
    },

    /**
     * Logs attempts and moves their deliveries on. A delivery that was stopped meanwhile stays
     * stopped unless its attempt was the last one or succeeded.
     */
    async finish(finished: readonly FinishedAttempt[]): Promise<void> {
      for (const [day, attempts] of grouped(finished, dayOfRow)) {
        await run(FINISH, {
          attempts: asJson(byBody(attempts)),
          day,
          companyIds: attempts.map(({ companyId }) => companyId),
          deliveryIds: attempts.map(({ deliveryId }) => deliveryId),
        });
      }
    },

    /** Gives up all deliveries that are still to be sent to an endpoint. */
    async stop(companyId: number, endpointId: number): Promise<void> {
      const gone = await run(UNQUEUE, { companyId, endpointId });
      await logStopped({ companyId, areMissed: false }, gone);
    },

    /** Gives up a single delivery for good: its endpoint had no right to the event when this happened. */
    async stopMissed(companyId: number, id: string): Promise<void> {
      const gone = await run(UNQUEUE_ONE, { companyId, id });
      await logStopped({ companyId, areMissed: true }, gone);
    },

    /** By its own id or by that of one of its attempts. */
    async find(companyId: number, id: string): Promise<Delivery | undefined> {
      return (await run(FIND, { companyId, id }))[0];
    },

    attemptsOf: (companyId: number, id: string): Promise<Attempt[]> =>
      run(ATTEMPTS, { companyId, deliveryId: id }),

    /** Queues a delivery again, with all its attempts before it; undefined for one that is never sent. */
    async resend(companyId: number, id: string, at: Date): Promise<Delivery | undefined> {
      return (await run(RESEND, { companyId, id, at }))[0];
    },

    /** Queues again the endpoint's deliveries that failed since a time, and answers how many. */
    async resendFailed(
      companyId: number,
      endpointId: number,
      { since, at }: { readonly since: Date; readonly at: Date },
    ): Promise<number> {
      return (await run(RESEND_FAILED, { companyId, endpointId, at, since })).length;
    },

    /** Newest first. */
    list(companyId: number, filter: DeliveryFilter, limit: number): Promise<Delivery[]> {
      const { where, values } = conditionsOf(companyId, filter);
      const text = `select ${COLUMNS} from deliveries d where ${where}
        order by d.id desc limit :limit`;
      const found = statement<AnyValues, Delivery>()('list_deliveries', text);
      return run(found, { ...values, limit });
    },

    /** One page, newest first, with the total. */
    async page(
      companyId: number,
      filter: DeliveryFilter,
      page: Page,
    ): Promise<Found<ListedDelivery>> {
      const { where, values } = conditionsOf(companyId, filter);
      const listed = statement<AnyValues, ListedDelivery>()(
        'delivery_page',
        `select ${COLUMNS}, endpoint.url as "endpointUrl"
         from (
           select * from deliveries d where ${where}
           order by d.id desc limit :limit offset :offset) d
         left join endpoints endpoint
           on endpoint.company_id = d.company_id and endpoint.id = d.endpoint_id
             and endpoint.managed_by <> 'listener'
         order by d.id desc`,
      );
      const counted = statement<AnyValues, Total>()(
        'count_deliveries',
        `select count(*) as total from deliveries d where ${where}`,
      );
      const [rows, [count]] = await Promise.all([
        run(listed, { ...values, limit: page.perPage, offset: offsetOf(page) }),
        run(counted, values),
      ]);
      return { rows, total: count?.total ?? 0 };
    },

    /** How many deliveries since a time there are of each status, by the UTC hour in which they were created. */
    countByHour(companyId: number, from: Date): Promise<DeliveriesOfHour[]> {
      const { where, values } = conditionsOf(companyId, { from });
      const counted = statement<AnyValues, DeliveriesOfHour>()(
        'count_deliveries_by_hour',
        `select date_trunc('hour', d.created_at, 'UTC') as hour, d.status,
           count(*)::integer as deliveries
         from deliveries d where ${where} group by 1, 2`,
      );
      return run(counted, values);
    },

    /** The newest delivery of each of those endpoints that have one; by the endpoint's id. */
    async lastOf(
      companyId: number,
      endpointIds: readonly number[],
    ): Promise<ReadonlyMap<number, Delivery>> {
      const last = await run(LAST, { companyId, endpointIds });
      return new Map(last.map((delivery) => [delivery.endpointId, delivery]));
    },
  };
};

function grouped<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const same = groups.get(keyOf(row));
    if (same) same.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

const dayOfRow = ({ day }: { readonly day: string }): string => day;

const eventRow = ({ event, deliveries }: AnnouncedEvent) => ({
  day: dayOf(event.occurredAt),
  company_id: event.companyId,
  id: event.id,
  type: event.type,
  record_id: event.recordId,
  version: event.version,
  occurred_at: event.occurredAt,
  source: event.source,
  previous: event.previous,
  object: event.object,
  trace: event.trace,
  deliveries: deliveries.map(({ id, endpointId, isQueued, isMissed = false }) => ({
    id,
    endpoint_id: endpointId,
    is_queued: isQueued,
    is_missed: isMissed,
  })),
});

type EventRow = ReturnType<typeof eventRow>;

/** A body that went to many endpoints is passed once. */
const byBody = (attempts: readonly FinishedAttempt[]) =>
  [...grouped(attempts, ({ requestBody }) => requestBody)].map(([body, same]) => ({
    request_body: body,
    attempts: same.map(finishedRow),
  }));

const finishedRow = (each: FinishedAttempt) => ({
  company_id: each.companyId,
  delivery_id: each.deliveryId,
  attempt_id: each.id,
  number: each.number,
  started_at: each.startedAt,
  duration_ms: each.durationMs,
  response_code: each.responseCode,
  error: each.error,
  request_headers: each.requestHeaders,
  answer: each.answer,
  status: each.status,
  next_attempt_at: each.nextAttemptAt,
});

const FILTERS: Readonly<Record<keyof DeliveryFilter, string>> = {
  endpointId: 'd.endpoint_id = :endpointId',
  status: 'd.status = :status',
  event: 'd.event_type = :event',
  before: 'd.id < :before',
  from: 'd.created_at >= :from::timestamptz and d.id >= :firstId',
  to: 'd.created_at < :to::timestamptz and d.id < :endId',
};

/** The where clause of those filters that are given, and its values. */
function conditionsOf(
  companyId: number,
  filter: DeliveryFilter,
): { readonly where: string; readonly values: AnyValues } {
  const { from, to } = filter;
  const conditions = Object.entries(FILTERS)
    .filter(([name]) => filter[name as keyof DeliveryFilter] !== undefined)
    .map(([, condition]) => condition);
  return {
    where: ['d.company_id = :companyId', ...conditions].join(' and '),
    values: {
      ...filter,
      companyId,
      firstId: from && firstIdOf(from, -ID_SLACK_MS),
      endId: to && firstIdOf(to, ID_SLACK_MS),
    },
  };
}

/**
 * By how much the time in a delivery's id may differ from that of its creation. The bounds on ids are
 * there because ids are indexed and times are not; the times decide.
 */
const ID_SLACK_MS = 60_000;

const firstIdOf = (at: Date, slackMs: number): string =>
  `dlv_${firstUlidOf(new Date(at.getTime() + slackMs))}`;

export type DeliveryLog = ReturnType<typeof deliveryLog>;
