import { readChanges, type Run } from '@svc/database';
import type { ChangePosition } from '@svc/kernel';
import type { HookEvent } from '../domain/hook-events';
import type { WebhookEventRecord } from '../domain/webhook-body';
import { EVENT_JSON, parseEvent } from './claim-deliveries';
import { lacksFeatureSql } from './company-settings';
import type { EndpointKey } from './endpoint-table';

interface Row {
  readonly event: string;
  readonly transaction: string;
  readonly key: number;
}

export interface PulledEvent {
  readonly event: WebhookEventRecord;
  /** The next read begins after it. */
  readonly position: ChangePosition;
}

export interface PulledEvents {
  readonly events: readonly PulledEvent[];
  /** The position of the last event, or past all that were left out. */
  readonly next: ChangePosition;
  readonly hasMore: boolean;
}

const LACKS_FEATURE = `(
  select ${lacksFeatureSql('pulled.event_type')} from companies company
  where company.company_id = pulled.company_id)`;

const IS_MISSED = `exists (
  select from missing_rights missing
  where missing.company_id = pulled.company_id and missing.endpoint_id = pulled.endpoint_id
    and missing.event = pulled.event_type and pulled.occurred_at <@ missing.during)`;

/** Reads in order of arrival the events that the key may read now, and could when they happened. */
export const createReadPulledEvents =
  (run: Run) =>
  async (
    { companyId, endpointId }: EndpointKey,
    readable: readonly HookEvent[],
    { after, limit }: { readonly after: ChangePosition | undefined; readonly limit: number },
  ): Promise<PulledEvents> => {
    const { changes, next, hasMore } = await readChanges<Row>(
      run,
      {
        name: 'pulled_events',
        table: 'pulled_events pulled',
        columns: `${EVENT_JSON} as event, pulled.changed_in as transaction, pulled.id as key`,
        joins: `cross join lateral (
          select * from events e
          where e.company_id = pulled.company_id and e.id = pulled.event_id
            and e.type = pulled.event_type and e.day = pulled.day
          limit 1) as event`,
        owner: { company_id: companyId, endpoint_id: endpointId },
        where: [
          ['pulled.event_type = any(?::text[])', readable],
          [`not coalesce(${LACKS_FEATURE}, false) and not ${IS_MISSED}`],
        ],
        order: 'pulled.changed_in, pulled.id',
        changedAt: 'pulled.arrived_at',
      },
      { after, limit, withRemoved: false },
    );
    const events = changes.flatMap((change) => ('row' in change ? [change.row] : []));
    return {
      events: events.map(({ event, transaction, key }) => ({
        event: parseEvent(event),
        position: { generation: next.generation, transaction, key },
      })),
      next,
      hasMore,
    };
  };

export type ReadPulledEvents = ReturnType<typeof createReadPulledEvents>;
