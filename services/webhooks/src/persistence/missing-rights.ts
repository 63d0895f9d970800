import type { Plan, Scope } from '@svc/contracts';
import { createRun, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { HookEvent } from '../domain/hook-events';

/** SQL: when the right of an `endpoint` to an event was last missing; open while it is. */
export const joinMissingRight = (event: string): string => `
  left join missing_rights missing on missing.company_id = endpoint.company_id
    and missing.endpoint_id = endpoint.id and missing.event = ${event}`;

export const LACKS_RIGHT = 'coalesce(upper_inf(missing.during), false)';

const SUBSCRIPTIONS = statement<{ companyId: number }, SubscriptionRights>()(
  'rights_of_subscriptions',
  `select endpoint.id, wanted.event, key.scopes, company.plan, ${LACKS_RIGHT} as "isMissing"
   from endpoints endpoint cross join unnest(endpoint.events) as wanted (event)
   ${joinMissingRight('wanted.event')}
   left join key_rights key
     on key.company_id = endpoint.company_id and key.key_id = endpoint.key_id
   left join companies company on company.company_id = endpoint.company_id
   where endpoint.company_id = :companyId and endpoint.managed_by = 'api'`,
);

const DELETE_OF_REMOVED = statement<{ companyId: number }>()(
  'delete_missing_rights_of_removed_endpoints',
  `delete from missing_rights missing
   where company_id = :companyId and not exists (
     select from endpoints endpoint
     where endpoint.company_id = missing.company_id and endpoint.id = missing.endpoint_id)`,
);

interface ChangedRights {
  readonly companyId: number;
  readonly subscriptions: readonly Pick<SubscriptionRights, 'id' | 'event'>[];
  readonly at: Date;
}

interface ChangedRows {
  readonly companyId: number;
  readonly ids: readonly number[];
  readonly events: readonly HookEvent[];
  readonly at: Date;
}

const BEGIN = statement<ChangedRows>()(
  'begin_missing_rights',
  `insert into missing_rights (company_id, endpoint_id, event, during)
   select :companyId::bigint, id, event, tstzrange(:at::timestamptz, null)
   from unnest(:ids::bigint[], :events::text[]) as given (id, event)
   on conflict (company_id, endpoint_id, event) do update set during = excluded.during`,
);

const END = statement<ChangedRows>()(
  'end_missing_rights',
  `update missing_rights missing
   set during = tstzrange(lower(during), greatest(lower(during), :at::timestamptz))
   from unnest(:ids::bigint[], :events::text[]) as given (id, event)
   where missing.company_id = :companyId and missing.endpoint_id = given.id
     and missing.event = given.event`,
);

export interface SubscriptionRights {
  readonly id: number;
  readonly event: HookEvent;
  readonly scopes: readonly Scope[] | null;
  readonly plan: Plan | null;
  /** Recorded as missing now. */
  readonly isMissing: boolean;
}

const toRows = ({ companyId, subscriptions, at }: ChangedRights): ChangedRows => ({
  companyId,
  ids: subscriptions.map(({ id }) => id),
  events: subscriptions.map(({ event }) => event),
  at,
});

/** Callers hold `lockSubscriptions` of the company. */
export const createMissingRightsTable = (tx: EntityManager) => ({
  findSubscriptions: (companyId: number): Promise<SubscriptionRights[]> =>
    createRun(tx)(SUBSCRIPTIONS, { companyId }),

  async deleteOfRemovedEndpoints(companyId: number): Promise<void> {
    await createRun(tx)(DELETE_OF_REMOVED, { companyId });
  },

  async begin(changed: ChangedRights): Promise<void> {
    if (changed.subscriptions.length > 0) await createRun(tx)(BEGIN, toRows(changed));
  },

  async end(changed: ChangedRights): Promise<void> {
    if (changed.subscriptions.length > 0) await createRun(tx)(END, toRows(changed));
  },
});

export type MissingRights = ReturnType<typeof createMissingRightsTable>;
