import type { DeliveryStatus } from '@svc/contracts';
import { statement, type AnyValues, type Found, type Run, type Total } from '@svc/database';
import { offsetOf, type Page } from '@svc/kernel';
import { firstUlidOf } from '@svc/outbox';
import type { Attempt, Delivery, ListedDelivery } from '../domain/delivery';

/** Those of a `Delivery`, in a statement that calls the table `d`. */
export const DELIVERY_COLUMNS = `d.id, d.company_id as "companyId", d.endpoint_id as "endpointId",
  d.event_id as "eventId", d.event_type as "eventType", d.status, d.attempts,
  d.response_code as "responseCode", d.error, d.created_at as "createdAt",
  d.last_attempt_at as "lastAttemptAt", d.next_attempt_at as "nextAttemptAt"` as const;

const FIND = statement<{ companyId: number; id: string }, Delivery>()(
  'find_delivery',
  `select ${DELIVERY_COLUMNS} from deliveries d
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

const ATTEMPTS = statement<{ companyId: number; deliveryId: string }, Attempt>()(
  'delivery_attempts',
  `select id, number, started_at as "startedAt", duration_ms as "durationMs",
     response_code as "responseCode", error, request_headers as "requestHeaders",
     request_body as "requestBody", answer
   from attempts where company_id = :companyId and delivery_id = :deliveryId order by number`,
);

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

/** What is asked of the log of deliveries and their attempts. */
export const deliveryReads = (run: Run) => ({
  /** By its own id or by that of one of its attempts. */
  async find(companyId: number, id: string): Promise<Delivery | undefined> {
    return (await run(FIND, { companyId, id }))[0];
  },

  attemptsOf: (companyId: number, id: string): Promise<Attempt[]> =>
    run(ATTEMPTS, { companyId, deliveryId: id }),

  /** Newest first. */
  list(companyId: number, filter: DeliveryFilter, limit: number): Promise<Delivery[]> {
    const { where, values } = conditionsOf(companyId, filter);
    const text = `select ${DELIVERY_COLUMNS} from deliveries d where ${where}
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
      `select ${DELIVERY_COLUMNS}, endpoint.url as "endpointUrl"
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
});

export type DeliveryReads = ReturnType<typeof deliveryReads>;

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
 * How far the time in a delivery's id may be from that of its creation. The bounds on ids are
 * there because ids are indexed and times are not; the times decide.
 */
const ID_SLACK_MS = 60_000;

const firstIdOf = (at: Date, slackMs: number): string =>
  `dlv_${firstUlidOf(new Date(at.getTime() + slackMs))}`;
