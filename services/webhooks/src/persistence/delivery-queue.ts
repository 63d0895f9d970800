import { statement, type NoValues, type Run } from '@svc/database';
import type { QueueClass } from '../domain/share-slots';
import { MAX_CONCURRENT_PER_ENDPOINT } from '../domain/endpoint-pace';
import {
  createClaimDeliveries,
  type ClaimedDelivery,
  type PendingDelivery,
} from './claim-deliveries';
import type { EndpointKey } from './endpoint-table';

// Probes the index once per queue class. The subqueries hide the time from the planner, which would
// otherwise plan each call and probe the index among dead rows, at four times the cost.
const DUE_CLASSES = statement<{ at: Date; withSubscriptions: boolean }, QueueClass>()(
  'due_queue_classes',
  `with recursive queue_class as (
     (select company_id, endpoint_id, is_retry from pending_deliveries
      order by company_id, endpoint_id, is_retry limit 1)
     union all
     select next.company_id, next.endpoint_id, next.is_retry
     from queue_class cross join lateral (
       select company_id, endpoint_id, is_retry from pending_deliveries p
       where (p.company_id, p.endpoint_id, p.is_retry)
         > (queue_class.company_id, queue_class.endpoint_id, queue_class.is_retry)
       order by company_id, endpoint_id, is_retry limit 1) as next)
   select company_id as "companyId", endpoint_id as "endpointId", is_retry as "isRetry", due
   from queue_class cross join lateral (
     select count(*)::integer as due from (
       select from pending_deliveries p
       where p.company_id = queue_class.company_id and p.endpoint_id = queue_class.endpoint_id
         and p.is_retry = queue_class.is_retry
         and p.planned_at <= (select :at::timestamptz) and p.due_at <= (select :at::timestamptz)
       limit ${MAX_CONCURRENT_PER_ENDPOINT}) as first_ones) as counted
   where due > 0 and ((select :withSubscriptions::boolean) or not exists (
     select from endpoints e
     where e.company_id = queue_class.company_id and e.id = queue_class.endpoint_id and e.managed_by = 'api'))
   and not exists (
     select from listeners l
     where l.company_id = queue_class.company_id and l.endpoint_id = queue_class.endpoint_id)`,
);

const IS_ON = statement<EndpointKey, { isOn: boolean }>()(
  'endpoint_is_on',
  `select exists (
     select from endpoints where company_id = :companyId and id = :endpointId and is_on) as "isOn"`,
);

const HAS_DUE_OR_ENDED = statement<
  { companyId: number; endpointId: number; at: Date },
  { hasDueOrEnded: boolean }
>()(
  'listener_has_due_or_ended',
  `select exists (
     select from pending_deliveries
     where company_id = :companyId and endpoint_id = :endpointId
       and planned_at <= :at::timestamptz and due_at <= :at::timestamptz)
   or not exists (
     select from listeners where company_id = :companyId and endpoint_id = :endpointId)
   as "hasDueOrEnded"`,
);

const PENDING = statement<
  { companyId: number; endpointId: number; deliveryId: string },
  PendingRow
>()(
  'pending_delivery',
  `select p.company_id as "companyId", p.endpoint_id as "endpointId",
     p.delivery_id as "deliveryId", p.day::text as day, p.attempts,
     delivery.attempts as "loggedAttempts", delivery.event_type as "eventType"
   from pending_deliveries p
   cross join lateral (
     select attempts, event_type from deliveries d
     where d.company_id = p.company_id and d.id = p.delivery_id and d.day = p.day
     limit 1) as delivery
   where p.company_id = :companyId and p.endpoint_id = :endpointId
     and p.delivery_id = :deliveryId`,
);

const POSTPONE = statement<{
  companyIds: readonly number[];
  deliveryIds: readonly string[];
  until: Date;
}>()(
  'postpone_deliveries',
  `update pending_deliveries p set due_at = :until, planned_at = :until
   from unnest(:companyIds::bigint[], :deliveryIds::text[]) as given (company_id, delivery_id)
   where p.company_id = given.company_id and p.delivery_id = given.delivery_id`,
);

// A lease that has ended may belong to another process.
const RENEW = statement<{
  companyIds: readonly number[];
  deliveryIds: readonly string[];
  at: Date;
  leaseEnds: Date;
}>()(
  'renew_leases',
  `update pending_deliveries p set due_at = :leaseEnds::timestamptz
   from unnest(:companyIds::bigint[], :deliveryIds::text[]) as given (company_id, delivery_id)
   where p.company_id = given.company_id and p.delivery_id = given.delivery_id
     and p.due_at > :at::timestamptz`,
);

// One day and explicit ids, like `finish_attempts`.
const FILTER = statement<{
  companyIds: readonly number[];
  deliveryIds: readonly string[];
  day: string;
}>()(
  'filter_deliveries',
  `with filtered as (
     delete from pending_deliveries p
     using unnest(:companyIds::bigint[], :deliveryIds::text[]) as given (company_id, delivery_id)
     where p.company_id = given.company_id and p.delivery_id = given.delivery_id
     returning p.company_id, p.delivery_id)
   update deliveries d set status = 'filtered', error = null, next_attempt_at = null
   from filtered
   where d.day = :day::date and d.company_id = any(:companyIds::bigint[])
     and d.id = any(:deliveryIds::text[])
     and d.company_id = filtered.company_id and d.id = filtered.delivery_id`,
);

const REMOVED_ENDPOINTS = statement<{ limit: number }, EndpointKey>()(
  'removed_endpoints_with_deliveries',
  `with recursive waiting as (
     (select company_id, endpoint_id from pending_deliveries
      order by company_id, endpoint_id limit 1)
     union all
     select next.company_id, next.endpoint_id
     from waiting cross join lateral (
       select company_id, endpoint_id from pending_deliveries p
       where (p.company_id, p.endpoint_id) > (waiting.company_id, waiting.endpoint_id)
       order by company_id, endpoint_id limit 1) as next)
   select company_id as "companyId", endpoint_id as "endpointId" from waiting
   where not exists (
     select from endpoints e
     where e.company_id = waiting.company_id and e.id = waiting.endpoint_id)
   limit :limit`,
);

const OLDEST_AGE = statement<NoValues, { age: number }>()(
  'oldest_due_delivery',
  `select coalesce(extract(epoch from now() - least(
     (select min(queued_at) from pending_deliveries where not is_retry),
     (select min(waits_since) from waiting_events))), 0)::float8 as age`,
);

interface PendingRow extends Omit<PendingDelivery, 'event'> {
  readonly eventType: string;
}

const toIds = (deliveries: readonly ClaimedDelivery[]) => ({
  companyIds: deliveries.map(({ companyId }) => companyId),
  deliveryIds: deliveries.map(({ deliveryId }) => deliveryId),
});

export const createDeliveryQueue = (run: Run) => ({
  findDueClasses: (at: Date, withSubscriptions: boolean): Promise<QueueClass[]> =>
    run(DUE_CLASSES, { at, withSubscriptions }),

  claim: createClaimDeliveries(run),

  async isOn({ companyId, endpointId }: EndpointKey): Promise<boolean> {
    return (await run(IS_ON, { companyId, endpointId }))[0]?.isOn ?? false;
  },

  /** Whether the listener has a due delivery or has ended. */
  async hasDueOrEnded(companyId: number, endpointId: number, at: Date): Promise<boolean> {
    return (await run(HAS_DUE_OR_ENDED, { companyId, endpointId, at }))[0]?.hasDueOrEnded ?? false;
  },

  async findPending(
    companyId: number,
    endpointId: number,
    deliveryId: string,
  ): Promise<PendingDelivery | undefined> {
    const [row] = await run(PENDING, { companyId, endpointId, deliveryId });
    if (!row) return undefined;
    const { eventType, ...delivery } = row;
    return { ...delivery, event: { type: eventType } };
  },

  async postpone(deliveries: readonly ClaimedDelivery[], until: Date): Promise<void> {
    await run(POSTPONE, { ...toIds(deliveries), until });
  },

  async renew(deliveries: readonly ClaimedDelivery[], at: Date, leaseEnds: Date): Promise<void> {
    await run(RENEW, { ...toIds(deliveries), at, leaseEnds });
  },

  /** Logs deliveries of one day that a condition holds back. */
  async filter(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const [{ day } = { day: '' }] = deliveries;
    await run(FILTER, { ...toIds(deliveries), day });
  },

  findRemovedEndpoints: (limit: number): Promise<readonly EndpointKey[]> =>
    run(REMOVED_ENDPOINTS, { limit }),

  /** Age in seconds of the oldest pending first attempt or waiting event. */
  async findOldestAge(): Promise<number> {
    return (await run(OLDEST_AGE))[0]?.age ?? 0;
  },
});

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;
