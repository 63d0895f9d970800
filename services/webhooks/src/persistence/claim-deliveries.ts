import type { Feature, TraceContext } from '@svc/contracts';
import { statement, type Run } from '@svc/database';
import { oncePer } from '@svc/kernel';
import type { Quota } from '../domain/share-slots';
import { hasFeatureOf } from '../domain/key-rights';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { SealedSecrets } from './endpoint-table';

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
  `with due as (
     select pending.position
     from unnest(:companyIds::bigint[], :endpointIds::bigint[], :areRetries::boolean[],
         :counts::integer[])
       as quota (company_id, endpoint_id, is_retry, count)
     cross join lateral (
       select ctid as position from pending_deliveries p
       where p.company_id = quota.company_id and p.endpoint_id = quota.endpoint_id
         and p.is_retry = quota.is_retry and p.planned_at <= :at and p.due_at <= :at
       order by planned_at limit quota.count
       for update skip locked) as pending),
   claimed as (
     update pending_deliveries set due_at = :leaseEnds
     where ctid = any(array(select position from due))
     returning company_id, delivery_id, day, endpoint_id, event_id, is_retry, attempts)
   select claimed.company_id as "companyId", claimed.delivery_id as "deliveryId",
     claimed.day::text as day, claimed.endpoint_id as "endpointId",
     claimed.is_retry as "isRetry", claimed.attempts,
     json_build_object('id', event.id, 'companyId', event.company_id, 'type', event.type,
       'recordId', event.record_id, 'version', event.version, 'occurredAt', event.occurred_at,
       'source', event.source, 'previous', event.previous, 'object', event.object,
       'trace', event.trace)::text as event,
     delivery.attempts as "attemptsBefore",
     endpoint.url, endpoint.key_id as "keyId", endpoint.secret,
     endpoint.former_secret as "formerSecret",
     endpoint.former_secret_until as "formerSecretUntil",
     coalesce(event.occurred_at <@ pause.during, false) as "isMissed",
     coalesce(upper_inf(pause.during), false) as "isPaused",
     company.sandbox_of as "sandboxOf", coalesce(company.zone, 'UTC') as zone,
     coalesce(company.country, 'US') as country, company.features
   from claimed
   cross join lateral (
     select attempts, event_type from deliveries d
     where d.company_id = claimed.company_id and d.id = claimed.delivery_id
       and d.day = claimed.day
     limit 1) as delivery
   cross join lateral (
     select * from events e
     where e.company_id = claimed.company_id and e.id = claimed.event_id
       and e.type = delivery.event_type and e.day = claimed.day
     limit 1) as event
   left join endpoints endpoint on endpoint.company_id = claimed.company_id
     and endpoint.id = claimed.endpoint_id and endpoint.is_on
   left join endpoint_pauses pause on pause.company_id = claimed.company_id
     and pause.endpoint_id = claimed.endpoint_id
   left join companies company on company.company_id = claimed.company_id`,
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
  /** The key that subscribed, which may have lost its rights; null for all others. */
  readonly keyId: number | null;
  /**
   * Why the event is not sent, as far as was announced: the company lacks its feature or the key the right to it, or
   * it happened while the key had none.
   */
  readonly obstacle: 'lacking' | 'missed' | undefined;
}

interface ClaimedRow extends Omit<Claimed, 'event' | 'endpoint'>, SealedSecrets {
  /** As JSON text, which is parsed once however many endpoints get the event. */
  readonly event: string;
  readonly url: string | null;
  readonly keyId: number | null;
  readonly isMissed: boolean;
  readonly isPaused: boolean;
  /** Null where they are not known. */
  readonly features: readonly Feature[] | null;
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
  endpoint: row.url === null ? undefined : endpointOf(row, row.url, event),
});

const endpointOf = (row: ClaimedRow, url: string, event: WebhookEventRecord): ClaimedEndpoint => ({
  url,
  keyId: row.keyId,
  obstacle: obstacleIn(row, event),
  secret: row.secret,
  formerSecret: row.formerSecret,
  formerSecretUntil: row.formerSecretUntil,
});

function obstacleIn(
  { isMissed, isPaused, features }: ClaimedRow,
  { type }: WebhookEventRecord,
): ClaimedEndpoint['obstacle'] {
  const hasFeature = !features || hasFeatureOf(type, features);
  if (hasFeature && isMissed) return 'missed';
  return hasFeature && !isPaused ? undefined : 'lacking';
}

/** Takes deliveries; those that are not finished when the lease ends are due again. */
export type ClaimDeliveries = (
  quotas: readonly Quota[],
  at: Date,
  leaseEnds: Date,
) => Promise<Claimed[]>;

export const claimDeliveries =
  (run: Run): ClaimDeliveries =>
  async (quotas, at, leaseEnds) => {
    const rows = await run(CLAIM, {
      companyIds: quotas.map(({ companyId }) => companyId),
      endpointIds: quotas.map(({ endpointId }) => endpointId),
      areRetries: quotas.map(({ isRetry }) => isRetry),
      counts: quotas.map(({ count }) => count),
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
  };
