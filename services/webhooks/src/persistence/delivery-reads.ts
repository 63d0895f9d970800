import type { DeliveryStatus } from '@svc/contracts';
import {
  conditionsOn,
  listPage,
  statement,
  whereOf,
  type AnyValues,
  type Found,
  type Run,
} from '@svc/database';
import type { Page } from '@svc/kernel';
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

  /** One page, newest first, with the total. */
  page: (companyId: number, filter: DeliveryFilter, page: Page): Promise<Found<ListedDelivery>> =>
    listPage(
      run,
      {
        ...deliveriesOf(companyId, filter),
        name: 'deliveries',
        columns: `${DELIVERY_COLUMNS}, endpoint.url as "endpointUrl"`,
        joins: `left join endpoints endpoint
          on endpoint.company_id = d.company_id and endpoint.id = d.endpoint_id
            and endpoint.managed_by <> 'listener'`,
        keyType: 'text',
        order: 'd.id desc',
      },
      page,
    ),

  /** How many deliveries since a time there are of each status, by the UTC hour in which they were created. */
  countByHour(companyId: number, from: Date): Promise<DeliveriesOfHour[]> {
    const { where, values } = whereOf(deliveriesOf(companyId, { from }));
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

/** Those of a company that the filter leaves. */
function deliveriesOf(companyId: number, { from, to, ...filter }: DeliveryFilter) {
  const where = conditionsOn(filter, {
    endpointId: 'd.endpoint_id = ?',
    status: 'd.status = ?',
    event: 'd.event_type = ?',
    before: 'd.id < ?',
  });
  if (from) where.push(['d.created_at >= ? and d.id >= ?', from, firstIdOf(from, -ID_SLACK_MS)]);
  if (to) where.push(['d.created_at < ? and d.id < ?', to, firstIdOf(to, ID_SLACK_MS)]);
  return { table: 'deliveries d', of: { company_id: companyId }, where } as const;
}

/**
 * How far the time in a delivery's id may be from that of its creation. The bounds on ids are
 * there because ids are indexed and times are not; the times decide.
 */
const ID_SLACK_MS = 60_000;

const firstIdOf = (at: Date, slackMs: number): string =>
  `dlv_${firstUlidOf(new Date(at.getTime() + slackMs))}`;
