import type { TraceContext } from '@svc/contracts';
import { statement, type NoValues, type Run } from '@svc/database';
import { oncePer } from '@svc/kernel';
import type { Allotment, Lane } from '../domain/allotment';
import { MOST_TAKEN } from '../domain/endpoint-pace';
import type { WebhookEventRecord } from '../domain/webhook-body';
import { RIGHTS_JOINED, rightsTo, type Rights } from './key-rights';
import type { EndpointName, SealedSecrets } from './endpoint-table';

// One probe of the index for each lane, however long the lanes are. The time is read by a subquery, so
// that the planner does not see it. For a time that it sees, it plans each call again and looks the time
// up in the index, among deleted rows that are not vacuumed yet; that takes four times as long as the query.
const LANES = statement<{ at: Date; rightsAreKnown: boolean }, Lane>()(
  'delivery_lanes',
  `with recursive lane as (
     (select company_id, endpoint_id, is_retry from pending_deliveries
      order by company_id, endpoint_id, is_retry limit 1)
     union all
     select next.company_id, next.endpoint_id, next.is_retry
     from lane cross join lateral (
       select company_id, endpoint_id, is_retry from pending_deliveries p
       where (p.company_id, p.endpoint_id, p.is_retry)
         > (lane.company_id, lane.endpoint_id, lane.is_retry)
       order by company_id, endpoint_id, is_retry limit 1) as next)
   select company_id as "companyId", endpoint_id as "endpointId", is_retry as "isRetry", due
   from lane cross join lateral (
     select count(*)::integer as due from (
       select from pending_deliveries p
       where p.company_id = lane.company_id and p.endpoint_id = lane.endpoint_id
         and p.is_retry = lane.is_retry
         and p.planned_at <= (select :at::timestamptz) and p.due_at <= (select :at::timestamptz)
       limit ${MOST_TAKEN}) as first_ones) as counted
   where due > 0 and ((select :rightsAreKnown::boolean) or not exists (
     select from endpoints e
     where e.company_id = lane.company_id and e.id = lane.endpoint_id and e.managed_by = 'api'))
   and not exists (
     select from listeners l
     where l.company_id = lane.company_id and l.endpoint_id = lane.endpoint_id)`,
);

// Rows of the queue are found by their position (ctid) and those of the log with `limit 1`. The planner
// cannot know how few are claimed, and would otherwise join the whole queue with the whole log.
const CLAIM = statement<
  {
    companyIds: readonly number[];
    endpointIds: readonly number[];
    areRetries: readonly boolean[];
    counts: readonly number[];
    at: Date;
    leaseEnds: Date;
  },
  ClaimedRow
>()(
  'claim_deliveries',
  `with taken as (
     select p.position
     from unnest(:companyIds::bigint[], :endpointIds::bigint[], :areRetries::boolean[],
         :counts::integer[])
       as lane (company_id, endpoint_id, is_retry, count)
     cross join lateral (
       select ctid as position from pending_deliveries q
       where q.company_id = lane.company_id and q.endpoint_id = lane.endpoint_id
         and q.is_retry = lane.is_retry and q.planned_at <= :at and q.due_at <= :at
       order by planned_at limit lane.count
       for update skip locked) as p),
   leased as (
     update pending_deliveries set due_at = :leaseEnds
     where ctid = any(array(select position from taken))
     returning *)
   select leased.company_id as "companyId", leased.delivery_id as "deliveryId",
     leased.day::text as day, leased.endpoint_id as "endpointId",
     leased.is_retry as "isRetry", leased.attempts,
     json_build_object('id', event.id, 'companyId', event.company_id, 'type', event.type,
       'recordId', event.record_id, 'version', event.version, 'occurredAt', event.occurred_at,
       'source', event.source, 'previous', event.previous, 'object', event.object,
       'trace', event.trace)::text as event,
     delivery.attempts as "attemptsBefore",
     endpoint.url, endpoint.managed_by as "managedBy", endpoint.secret,
     endpoint.former_secret as "formerSecret",
     endpoint.former_secret_until as "formerSecretUntil",
     ${rightsTo('event.type', 'event.occurred_at')} as rights,
     company.sandbox_of as "sandboxOf", coalesce(company.zone, 'UTC') as zone, coalesce(company.country, 'US') as country
   from leased
   cross join lateral (
     select attempts, event_type from deliveries d
     where d.company_id = leased.company_id and d.id = leased.delivery_id and d.day = leased.day
     limit 1) as delivery
   cross join lateral (
     select * from events e
     where e.company_id = leased.company_id and e.id = leased.event_id
       and e.type = delivery.event_type and e.day = leased.day
     limit 1) as event
   left join endpoints endpoint on endpoint.company_id = leased.company_id
     and endpoint.id = leased.endpoint_id and endpoint.is_on
   left join companies company on company.company_id = leased.company_id
   left join lateral (
     select * from key_rights k
     where k.company_id = leased.company_id and k.key_id = endpoint.key_id
     limit 1) as key on true`,
);

const IS_WANTED = statement<
  {
    companyId: number;
    endpointId: number;
    url: string;
    type: string;
    occurredAt: Date;
    rightsAreKnown: boolean;
  },
  { isWanted: boolean }
>()(
  'delivery_is_wanted',
  `select exists (
     select from endpoints endpoint ${RIGHTS_JOINED}
     cross join (
       select :type::text as type, :occurredAt::timestamptz as occurred_at
     ) as event
     where endpoint.company_id = :companyId and endpoint.id = :endpointId and endpoint.is_on
       and endpoint.url = :url::text and (:rightsAreKnown::boolean or endpoint.managed_by <> 'api')
       and ${rightsTo('event.type', 'event.occurred_at')} = 'held'
   ) as "isWanted"`,
);

const HAS_NEWS = statement<
  { companyId: number; endpointId: number; at: Date },
  { hasNews: boolean }
>()(
  'listener_has_news',
  `select exists (
     select from pending_deliveries
     where company_id = :companyId and endpoint_id = :endpointId
       and planned_at <= :at::timestamptz and due_at <= :at::timestamptz)
   or not exists (
     select from listeners where company_id = :companyId and endpoint_id = :endpointId)
   as "hasNews"`,
);

const PENDING = statement<
  { companyId: number; endpointId: number; deliveryId: string },
  PendingRow
>()(
  'pending_delivery',
  `select p.company_id as "companyId", p.endpoint_id as "endpointId",
     p.delivery_id as "deliveryId", p.day::text as day, p.attempts,
     delivery.attempts as "attemptsBefore", delivery.event_type as "eventType"
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

// One whose lease has ended may be somebody else's.
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

// As the lanes are found.
const OF_REMOVED = statement<{ limit: number }, EndpointName>()(
  'removed_endpoints_with_deliveries',
  `with recursive lane as (
     (select company_id, endpoint_id from pending_deliveries
      order by company_id, endpoint_id limit 1)
     union all
     select next.company_id, next.endpoint_id
     from lane cross join lateral (
       select company_id, endpoint_id from pending_deliveries p
       where (p.company_id, p.endpoint_id) > (lane.company_id, lane.endpoint_id)
       order by company_id, endpoint_id limit 1) as next)
   select company_id as "companyId", endpoint_id as "endpointId" from lane
   where not exists (
     select from endpoints e
     where e.company_id = lane.company_id and e.id = lane.endpoint_id)
   limit :limit`,
);

const OLDEST = statement<NoValues, { age: number }>()(
  'oldest_due_delivery',
  `select coalesce(extract(epoch from now() - least(
     (select min(queued_at) from pending_deliveries where not is_retry),
     (select min(waits_since) from waiting_events))), 0)::float8 as age`,
);

/** A delivery that is still to be made, as far as the outcome of an attempt needs it. */
export interface PendingDelivery {
  readonly companyId: number;
  readonly deliveryId: string;
  readonly day: string;
  readonly endpointId: number;
  /** Attempts made since it was queued. */
  readonly attempts: number;
  /** Attempts in the log, those before a resend included. */
  readonly attemptsBefore: number;
  readonly event: Pick<WebhookEventRecord, 'type'>;
}

/** A delivery that this process has taken, with all that is needed to send it. */
export interface Claimed extends PendingDelivery {
  /** The company whose sandbox that is; null where it is none. */
  readonly sandboxOf: number | null;
  readonly isRetry: boolean;
  /** One object for all deliveries of the event that were taken together. */
  readonly event: WebhookEventRecord;
  readonly zone: string;
  readonly country: string;
  /** Undefined when the endpoint was removed or switched off after the delivery was queued. */
  readonly endpoint: ClaimedEndpoint | undefined;
}

export interface ClaimedEndpoint extends SealedSecrets {
  readonly url: string;
  readonly rights: Rights;
}

interface ClaimedRow extends Omit<Claimed, 'event' | 'endpoint'>, SealedSecrets {
  /** As JSON text, which is parsed once however many endpoints get the event. */
  readonly event: string;
  readonly url: string | null;
  readonly rights: Rights;
}

interface PendingRow extends Omit<PendingDelivery, 'event'> {
  readonly eventType: string;
}

/** An event as the database writes it. */
interface EventRow extends Omit<WebhookEventRecord, 'occurredAt' | 'trace'> {
  readonly occurredAt: string;
  readonly trace: TraceContext | null;
}

/** An event that was written as JSON. */
export const eventOf = (json: string): WebhookEventRecord => {
  const event = JSON.parse(json) as EventRow;
  return {
    ...event,
    occurredAt: new Date(event.occurredAt),
    trace: event.trace ?? undefined,
  };
};

const claimedOf = (row: ClaimedRow, event: WebhookEventRecord): Claimed => ({
  companyId: row.companyId,
  sandboxOf: row.sandboxOf,
  deliveryId: row.deliveryId,
  day: row.day,
  endpointId: row.endpointId,
  isRetry: row.isRetry,
  attempts: row.attempts,
  attemptsBefore: row.attemptsBefore,
  event,
  zone: row.zone,
  country: row.country,
  endpoint: row.url === null ? undefined : endpointOf(row, row.url),
});

const endpointOf = (row: ClaimedRow, url: string): ClaimedEndpoint => ({
  url,
  rights: row.rights,
  secret: row.secret,
  formerSecret: row.formerSecret,
  formerSecretUntil: row.formerSecretUntil,
});

const idsOf = (deliveries: readonly Claimed[]) => ({
  companyIds: deliveries.map(({ companyId }) => companyId),
  deliveryIds: deliveries.map(({ deliveryId }) => deliveryId),
});

/** The queue of deliveries to be sent, shared by all sending processes. */
export const deliveryQueue = (run: Run) => ({
  /**
   * Endpoints with deliveries that are due: without API subscriptions while their rights are not known,
   * and without those whose deliveries a listener takes.
   */
  lanes: (at: Date, rightsAreKnown: boolean): Promise<Lane[]> => run(LANES, { at, rightsAreKnown }),

  /** Whether the endpoint of a delivery that was taken a while ago is still there at its address, on, and may have its event. */
  async isWanted(
    { companyId, endpointId, endpoint, event: { type, occurredAt } }: Claimed,
    rightsAreKnown: boolean,
  ): Promise<boolean> {
    const of = { companyId, endpointId, url: endpoint?.url ?? '', type, occurredAt };
    const [row] = await run(IS_WANTED, { ...of, rightsAreKnown });
    return row?.isWanted ?? false;
  },

  /** Takes deliveries; those that are not finished when the lease ends are due again. */
  async claim(allotments: readonly Allotment[], at: Date, leaseEnds: Date): Promise<Claimed[]> {
    const rows = await run(CLAIM, {
      companyIds: allotments.map(({ companyId }) => companyId),
      endpointIds: allotments.map(({ endpointId }) => endpointId),
      areRetries: allotments.map(({ isRetry }) => isRetry),
      counts: allotments.map(({ count }) => count),
      at,
      leaseEnds,
    });
    const once = oncePer<string, WebhookEventRecord>();
    // By all that it says: another company's event, or another context's, may have the same id.
    return rows.map((row) =>
      claimedOf(
        row,
        once(row.event, () => eventOf(row.event)),
      ),
    );
  },

  /** Whether a listener has a delivery that is due, or has ended. */
  async hasNews(companyId: number, endpointId: number, at: Date): Promise<boolean> {
    return (await run(HAS_NEWS, { companyId, endpointId, at }))[0]?.hasNews ?? false;
  },

  /** A delivery that is still to be made; undefined once it is finished. */
  async pending(
    companyId: number,
    endpointId: number,
    deliveryId: string,
  ): Promise<PendingDelivery | undefined> {
    const [row] = await run(PENDING, { companyId, endpointId, deliveryId });
    if (!row) return undefined;
    const { eventType, ...delivery } = row;
    return { ...delivery, event: { type: eventType } };
  },

  /** Puts taken deliveries back without using up an attempt. */
  async postpone(deliveries: readonly Claimed[], until: Date): Promise<void> {
    await run(POSTPONE, { ...idsOf(deliveries), until });
  },

  /** Keeps taken deliveries for longer. */
  async renew(deliveries: readonly Claimed[], at: Date, leaseEnds: Date): Promise<void> {
    await run(RENEW, { ...idsOf(deliveries), at, leaseEnds });
  },

  /** Endpoints that were removed while there was something to be sent to them. */
  ofRemoved: (limit: number): Promise<readonly EndpointName[]> => run(OF_REMOVED, { limit }),

  /** Seconds that the oldest first attempt has waited, or the oldest event whose deliveries are not written yet. */
  async oldestAge(): Promise<number> {
    return (await run(OLDEST))[0]?.age ?? 0;
  },
});

export type DeliveryQueue = ReturnType<typeof deliveryQueue>;
