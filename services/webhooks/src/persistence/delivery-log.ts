import { asJson, createRun, statement, type Json, type Run } from '@svc/database';
import { groupBy, toUtcDate } from '@svc/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { STOPPED, type Delivery } from '../domain/delivery';
import { TEST_EVENT, type WebhookEventRecord } from '../domain/webhook-body';
import { logAttempts, type AttemptToLog } from './attempt-log';
import { DELIVERY_COLUMNS, createDeliveryReads } from './delivery-reads';

const ADD = statement<{ events: Json<readonly EventRow[]>; at: Date }>()(
  'add_deliveries',
  `with given as (
     select * from json_to_recordset(:events) as event (day date, company_id bigint, id text,
       type text, record_id bigint, version integer, occurred_at timestamptz, source text,
       previous json, object json, trace json, deliveries json, pulled_by json)),
   logged as (
     insert into events
       (day, company_id, id, type, record_id, version, occurred_at, source, previous, object,
        trace)
     select day, company_id, id, type, record_id, version, occurred_at, source, previous, object,
       trace
     from given
     on conflict do nothing),
   pulled as (
     insert into pulled_events (day, company_id, endpoint_id, event_id, event_type, occurred_at,
       arrived_at)
     select given.day, given.company_id, endpoint_id::bigint, given.id as event_id,
       given.type as event_type, given.occurred_at, :at::timestamptz as arrived_at
     from given cross join lateral json_array_elements_text(given.pulled_by) as endpoint_id
     on conflict do nothing),
   added as (
     insert into deliveries (day, company_id, id, endpoint_id, event_id, event_type, status,
       attempts, error, created_at, next_attempt_at, is_missed)
     select given.day, given.company_id, delivery.id, delivery.endpoint_id, given.id as event_id,
       given.type as event_type, case when is_queued then 'pending' else 'failed' end as status,
       0 as attempts, case when is_queued then null else '${STOPPED}' end as error,
       :at::timestamptz as created_at,
       case when is_queued then :at::timestamptz end as next_attempt_at, is_missed
     from given cross join lateral json_to_recordset(given.deliveries)
       as delivery (id text, endpoint_id bigint, is_queued boolean, is_missed boolean)
     on conflict do nothing
     returning company_id, id, day, endpoint_id, event_id, status)
   insert into pending_deliveries (company_id, delivery_id, day, endpoint_id, event_id, attempts,
     is_retry, planned_at, due_at, queued_at)
   select company_id, id as delivery_id, day, endpoint_id, event_id, 0 as attempts,
     false as is_retry, :at::timestamptz as planned_at, :at::timestamptz as due_at,
     :at::timestamptz as queued_at
   from added where status = 'pending'`,
);

interface Unqueued {
  readonly day: string;
  readonly id: string;
}

// Skips deliveries that are being recorded; their retries are stopped later.
const UNQUEUE = statement<
  { companyId: number; endpointId: number; max: number | null },
  Unqueued
>()(
  'unqueue_deliveries',
  `delete from pending_deliveries where ctid = any(array(
     select ctid from pending_deliveries
     where company_id = :companyId and endpoint_id = :endpointId
     limit :max::integer for update skip locked))
   returning day::text as day, delivery_id as id`,
);

const UNQUEUE_ONE = statement<{ companyId: number; id: string }, Unqueued>()(
  'unqueue_delivery',
  `delete from pending_deliveries where company_id = :companyId and delivery_id = :id
   returning day::text as day, delivery_id as id`,
);

interface Stopped {
  readonly companyId: number;
  readonly areMissed: boolean;
}

const STOP = statement<Stopped & { day: string; ids: readonly string[] }>()(
  'stop_deliveries',
  `update deliveries set status = 'failed', error = '${STOPPED}', next_attempt_at = null,
     is_missed = :areMissed
   where day = :day::date and company_id = :companyId and id = any(:ids::text[])`,
);

const QUEUE_AGAIN = `again as (
     insert into pending_deliveries (company_id, delivery_id, day, endpoint_id, event_id, attempts,
       is_retry, planned_at, due_at, queued_at)
     select d.company_id, d.id as delivery_id, d.day, d.endpoint_id, d.event_id, 0 as attempts,
       false as is_retry, :at::timestamptz as planned_at, :at::timestamptz as due_at,
       :at::timestamptz as queued_at
     from chosen d
     on conflict (company_id, delivery_id)
       do update set attempts = 0, is_retry = false, planned_at = excluded.planned_at,
         due_at = excluded.due_at, queued_at = excluded.queued_at
     returning delivery_id, day)
   update deliveries d set status = 'pending', next_attempt_at = :at::timestamptz, error = null
   from again where d.company_id = :companyId and d.day = again.day and d.id = again.delivery_id
   returning ${DELIVERY_COLUMNS}` as const;

const RESEND = statement<{ companyId: number; id: string; at: Date }, Delivery>()(
  'resend_delivery',
  `with chosen as (
     select * from deliveries where company_id = :companyId and id = :id and not is_missed), ${QUEUE_AGAIN}`,
);

const RESEND_FAILED = statement<{ companyId: number; endpointId: number; at: Date; since: Date }>()(
  'resend_failed',
  `with chosen as (
     select * from deliveries
     where company_id = :companyId and endpoint_id = :endpointId and status = 'failed'
       and created_at >= :since::timestamptz and event_type <> '${TEST_EVENT}'
       and not is_missed), ${QUEUE_AGAIN}`,
);

export interface DeliveryToStop {
  readonly companyId: number;
  readonly deliveryId: string;
  readonly isMissed: boolean;
}

export interface NewDelivery {
  readonly id: string;
  readonly endpointId: number;
  /** False for endpoints that are off, whose deliveries are logged as stopped, and for tests, which are sent at once. */
  readonly isQueued: boolean;
  /** The right was missing when the event happened: never sent. */
  readonly isMissed?: boolean;
}

export interface EventWithDeliveries {
  readonly event: WebhookEventRecord;
  readonly deliveries: readonly NewDelivery[];
  /** Endpoints whose keys pull the event. */
  readonly pulledBy?: readonly number[];
}

export const createDeliveryLog = (db: DataSource | EntityManager) => {
  const run: Run = createRun(db);

  async function markStopped(stopped: Stopped, unqueued: readonly Unqueued[]): Promise<void> {
    for (const [day, deliveries] of groupBy(unqueued, ({ day }) => day)) {
      await run(STOP, { ...stopped, day, ids: deliveries.map(({ id }) => id) });
    }
  }

  return {
    ...createDeliveryReads(run),

    /** Event ids are unique per context only, so the type is part of the key. */
    async add(events: readonly EventWithDeliveries[], at: Date): Promise<void> {
      await run(ADD, { events: asJson(events.map(toEventRow)), at });
    },

    logAttempts: (entries: readonly AttemptToLog[]): Promise<void> => logAttempts(run, entries),

    async stop(companyId: number, endpointId: number, max: number | null = null): Promise<number> {
      const unqueued = await run(UNQUEUE, { companyId, endpointId, max });
      await markStopped({ companyId, areMissed: false }, unqueued);
      return unqueued.length;
    },

    async stopOne({ companyId, deliveryId, isMissed }: DeliveryToStop): Promise<void> {
      const unqueued = await run(UNQUEUE_ONE, { companyId, id: deliveryId });
      await markStopped({ companyId, areMissed: isMissed }, unqueued);
    },

    /** Undefined for a missed delivery. */
    async resend(companyId: number, id: string, at: Date): Promise<Delivery | undefined> {
      return (await run(RESEND, { companyId, id, at }))[0];
    },

    async resendFailed(
      companyId: number,
      endpointId: number,
      { since, at }: { readonly since: Date; readonly at: Date },
    ): Promise<number> {
      return (await run(RESEND_FAILED, { companyId, endpointId, at, since })).length;
    },
  };
};

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

const toEventRow = ({ event, deliveries, pulledBy = [] }: EventWithDeliveries) => ({
  day: toUtcDate(event.occurredAt),
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
  pulled_by: pulledBy,
});

type EventRow = ReturnType<typeof toEventRow>;
