import { DomainError, type DeliveryStatus } from '@svc/contracts';
import {
  toConditions,
  readListPage,
  statement,
  buildWhere,
  type AnyValues,
  type ListPage,
  type Run,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import { createFirstUlid } from '@svc/outbox';
import type { LoggedAttempt } from '../domain/attempt';
import type { Delivery, ListedDelivery } from '../domain/delivery';
import { TEST_EVENT } from '../domain/webhook-body';

/** Expects the table's alias `d`. */
export const DELIVERY_COLUMNS = `d.id, d.company_id as "companyId", d.endpoint_id as "endpointId",
  d.event_id as "eventId", d.event_type as "eventType", d.status, d.attempts,
  d.response_code as "responseCode", d.error, d.created_at as "createdAt",
  d.last_attempt_at as "lastAttemptAt", d.next_attempt_at as "nextAttemptAt"` as const;

const LISTED_COLUMNS = `${DELIVERY_COLUMNS},
  coalesce(endpoint.name, removed.name) as "endpointName",
  coalesce(endpoint.url, removed.url) as "endpointUrl",
  removed.id is not null as "isEndpointRemoved"` as const;

const JOIN_ENDPOINTS = `
  left join endpoints endpoint on endpoint.company_id = d.company_id
    and endpoint.id = d.endpoint_id and endpoint.managed_by <> 'listener'
  left join removed_endpoints removed on removed.company_id = d.company_id
    and removed.id = d.endpoint_id` as const;

const FIND = statement<{ companyId: number; id: string }, ListedDelivery>()(
  'find_delivery',
  `select ${LISTED_COLUMNS} from deliveries d ${JOIN_ENDPOINTS}
   where d.company_id = :companyId and d.id = coalesce(
     (select delivery_id from attempts where company_id = :companyId and id = :id), :id)`,
);

const LAST = statement<{ companyId: number; endpointIds: readonly number[] }, Delivery>()(
  'last_deliveries',
  `select last.* from unnest(:endpointIds::bigint[]) as endpoint (id)
   cross join lateral (
     select ${DELIVERY_COLUMNS} from deliveries d
     where d.company_id = :companyId and d.endpoint_id = endpoint.id
     order by d.id desc limit 1) as last`,
);

const ATTEMPTS = statement<{ companyId: number; deliveryId: string }, LoggedAttempt>()(
  'delivery_attempts',
  `select id, number, started_at as "startedAt", duration_ms as "durationMs",
     response_code as "responseCode", error, request_headers as "requestHeaders",
     request_body as "requestBody", response_body as "responseBody"
   from attempts where company_id = :companyId and delivery_id = :deliveryId order by number`,
);

const MAX_TIMED_DELIVERIES = 1_000;

const MEDIAN = statement<
  { companyId: number; endpointId: number; firstId: string },
  { medianMs: number | null }
>()(
  'median_response_time',
  `select percentile_disc(0.5) within group (order by a.duration_ms) as "medianMs"
   from (
     select id, day from deliveries
     where company_id = :companyId and endpoint_id = :endpointId and id >= :firstId
     order by id desc limit ${MAX_TIMED_DELIVERIES}) as d
   join attempts a on a.company_id = :companyId and a.delivery_id = d.id and a.day = d.day
   where a.response_code is not null`,
);

const MAX_COUNTED = 10_000;

const COUNT_FAILED = statement<
  { companyId: number; endpointIds: readonly number[]; since: Date; firstId: string },
  { failed: number }
>()(
  'count_failed_deliveries',
  `select count(*)::integer as failed from (
     select from deliveries
     where company_id = :companyId and endpoint_id = any(:endpointIds::bigint[])
       and id >= :firstId and created_at >= :since::timestamptz
       and status = 'failed' and event_type <> '${TEST_EVENT}' and not is_missed
     limit ${MAX_COUNTED}) as first_ones`,
);

export interface DeliveryFilter {
  readonly endpointId?: number;
  readonly status?: DeliveryStatus;
  readonly event?: string;
  readonly eventId?: string;
  readonly before?: string;
  readonly from?: Date;
  readonly to?: Date;
}

export interface HourlyStatusCount {
  readonly hour: Date;
  readonly status: DeliveryStatus;
  readonly deliveries: number;
}

export const createDeliveryReads = (run: Run) => ({
  /** Accepts the id of an attempt too. @throws not_found */
  async get(companyId: number, id: string): Promise<ListedDelivery> {
    const [delivery] = await run(FIND, { companyId, id });
    if (!delivery) throw new DomainError('not_found', `There is no delivery ${id}.`);
    return delivery;
  },

  findAttempts: (companyId: number, id: string): Promise<LoggedAttempt[]> =>
    run(ATTEMPTS, { companyId, deliveryId: id }),

  page: (
    companyId: number,
    filter: DeliveryFilter,
    page: Page,
  ): Promise<ListPage<ListedDelivery>> =>
    readListPage(
      run,
      {
        ...createDeliveryFilter(companyId, filter),
        name: 'deliveries',
        columns: LISTED_COLUMNS,
        joins: JOIN_ENDPOINTS,
        keyType: 'text',
        order: 'd.id desc',
      },
      page,
    ),

  countByHour(
    companyId: number,
    filter: Pick<DeliveryFilter, 'endpointId' | 'from'>,
  ): Promise<HourlyStatusCount[]> {
    const { where, values } = buildWhere(createDeliveryFilter(companyId, filter));
    const counted = statement<AnyValues, HourlyStatusCount>()(
      'count_deliveries_by_hour',
      `select date_trunc('hour', d.created_at, 'UTC') as hour, d.status,
         count(*)::integer as deliveries
       from deliveries d where ${where} group by 1, 2`,
    );
    return run(counted, values);
  },

  /** Looks at the latest 1,000 deliveries; null without any response. */
  async findMedianMs(companyId: number, endpointId: number, since: Date): Promise<number | null> {
    const firstId = createFirstId(since, 0);
    return (await run(MEDIAN, { companyId, endpointId, firstId }))[0]?.medianMs ?? null;
  },

  /** Counts the deliveries that a resend would send again, to 10,000. */
  async countFailed(
    companyId: number,
    endpointIds: readonly number[],
    since: Date,
  ): Promise<number> {
    const firstId = createFirstId(since, -ID_SLACK_MS);
    return (await run(COUNT_FAILED, { companyId, endpointIds, since, firstId }))[0]?.failed ?? 0;
  },

  async findLast(
    companyId: number,
    endpointIds: readonly number[],
  ): Promise<ReadonlyMap<number, Delivery>> {
    const last = await run(LAST, { companyId, endpointIds });
    return new Map(last.map((delivery) => [delivery.endpointId, delivery]));
  },
});

export type DeliveryReads = ReturnType<typeof createDeliveryReads>;

function createDeliveryFilter(companyId: number, { from, to, ...filter }: DeliveryFilter) {
  const where = toConditions(filter, {
    endpointId: 'd.endpoint_id = ?',
    status: 'd.status = ?',
    event: 'd.event_type = ?',
    eventId: 'd.event_id = ?',
    before: 'd.id < ?',
  });
  if (from)
    where.push(['d.created_at >= ? and d.id >= ?', from, createFirstId(from, -ID_SLACK_MS)]);
  if (to) where.push(['d.created_at < ? and d.id < ?', to, createFirstId(to, ID_SLACK_MS)]);
  return { table: 'deliveries d', owner: { company_id: companyId }, where } as const;
}

/**
 * Ids are indexed and times are not: ids narrow the search, times decide. They differ by less than
 * this.
 */
const ID_SLACK_MS = 60_000;

const createFirstId = (at: Date, slackMs: number): string =>
  `dlv_${createFirstUlid(new Date(at.getTime() + slackMs))}`;
