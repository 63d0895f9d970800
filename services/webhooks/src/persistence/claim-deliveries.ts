import type { Feature, TraceContext } from '@svc/contracts';
import { statement, type Run } from '@svc/database';
import { createCachePerKey } from '@svc/kernel';
import type { ClassQuota } from '../domain/share-slots';
import { hasFeatureFor } from '../domain/key-rights';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { EndpointRow, EncryptedHeaders, EncryptedSecrets } from './endpoint-table';

/** SQL: an `event` of the log, for `parseEvent`. */
export const EVENT_JSON = `json_build_object('id', event.id, 'companyId', event.company_id,
  'type', event.type, 'recordId', event.record_id, 'version', event.version,
  'occurredAt', event.occurred_at, 'source', event.source, 'previous', event.previous,
  'object', event.object, 'trace', event.trace)::text`;

// By ctid and `limit 1`: the planner cannot know how few are claimed, and would join the whole
// queue with the whole log.
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
     ${EVENT_JSON} as event,
     delivery.attempts as "loggedAttempts",
     endpoint.url, endpoint.key_id as "keyId", endpoint.secret,
     endpoint.former_secret as "formerSecret",
     endpoint.former_secret_until as "formerSecretUntil",
     endpoint.header_names as "headerNames", endpoint.header_values as "headerValues",
     endpoint.conditions,
     coalesce(event.occurred_at <@ missing.during, false) as "isMissed",
     coalesce(upper_inf(missing.during), false) as "lacksRight",
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
   left join missing_rights missing on missing.company_id = claimed.company_id
     and missing.endpoint_id = claimed.endpoint_id and missing.event = delivery.event_type
   left join companies company on company.company_id = claimed.company_id`,
);

export interface PendingDelivery {
  readonly companyId: number;
  readonly deliveryId: string;
  readonly day: string;
  readonly endpointId: number;
  /** Since it was queued last; a resend starts at 0. */
  readonly attempts: number;
  /** Since the event, resends included. */
  readonly loggedAttempts: number;
  readonly event: Pick<WebhookEventRecord, 'type'>;
}

export interface ClaimedDelivery extends PendingDelivery {
  readonly sandboxOf: number | null;
  readonly isRetry: boolean;
  /** Shared by all deliveries of the event in one claim. */
  readonly event: WebhookEventRecord;
  readonly zone: string;
  readonly country: string;
  /** Undefined when the endpoint was removed or switched off. */
  readonly endpoint: ClaimedEndpoint | undefined;
}

export interface ClaimedEndpoint
  extends EncryptedSecrets, EncryptedHeaders, Pick<EndpointRow, 'conditions'> {
  readonly url: string;
  readonly keyId: number | null;
  /**
   * `lacking`: a right or feature is missing now; `missed`: it was missing when the event happened.
   */
  readonly obstacle: 'lacking' | 'missed' | undefined;
}

interface ClaimedRow
  extends
    Omit<ClaimedDelivery, 'event' | 'endpoint'>,
    EncryptedSecrets,
    EncryptedHeaders,
    Pick<EndpointRow, 'conditions'> {
  readonly event: string;
  readonly url: string | null;
  readonly keyId: number | null;
  readonly isMissed: boolean;
  readonly lacksRight: boolean;
  readonly features: readonly Feature[] | null;
}

interface EventRow extends Omit<WebhookEventRecord, 'occurredAt' | 'trace'> {
  readonly occurredAt: string;
  readonly trace: TraceContext | null;
}

export const parseEvent = (json: string): WebhookEventRecord => {
  const event = JSON.parse(json) as EventRow;
  return {
    ...event,
    occurredAt: new Date(event.occurredAt),
    trace: event.trace ?? undefined,
  };
};

const toClaimedDelivery = (row: ClaimedRow, event: WebhookEventRecord): ClaimedDelivery => ({
  companyId: row.companyId,
  sandboxOf: row.sandboxOf,
  deliveryId: row.deliveryId,
  day: row.day,
  endpointId: row.endpointId,
  isRetry: row.isRetry,
  attempts: row.attempts,
  loggedAttempts: row.loggedAttempts,
  event,
  zone: row.zone,
  country: row.country,
  endpoint: row.url === null ? undefined : toClaimedEndpoint(row, row.url, event),
});

const toClaimedEndpoint = (
  row: ClaimedRow,
  url: string,
  event: WebhookEventRecord,
): ClaimedEndpoint => ({
  url,
  keyId: row.keyId,
  obstacle: findObstacle(row, event),
  secret: row.secret,
  formerSecret: row.formerSecret,
  formerSecretUntil: row.formerSecretUntil,
  headerNames: row.headerNames,
  headerValues: row.headerValues,
  conditions: row.conditions,
});

function findObstacle(
  { isMissed, lacksRight, features }: ClaimedRow,
  { type }: WebhookEventRecord,
): ClaimedEndpoint['obstacle'] {
  const hasFeature = !features || hasFeatureFor(type, features);
  if (hasFeature && isMissed) return 'missed';
  return hasFeature && !lacksRight ? undefined : 'lacking';
}

/** Unfinished deliveries are due again when the lease ends. */
export type ClaimDeliveries = (
  quotas: readonly ClassQuota[],
  at: Date,
  leaseEnds: Date,
) => Promise<ClaimedDelivery[]>;

export const createClaimDeliveries =
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
    const once = createCachePerKey<string, WebhookEventRecord>();
    // Keyed by the whole text: another company's or context's event may have the same id.
    return rows.map((row) =>
      toClaimedDelivery(
        row,
        once(row.event, () => parseEvent(row.event)),
      ),
    );
  };
