import type { Plan, Scope } from '@svc/contracts';
import { createRun, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { HookEvent } from '../domain/hook-events';

/** SQL: the last pause of an `endpoint` for an event, open while it lasts. */
export const joinPause = (event: string): string => `
  left join endpoint_pauses pause on pause.company_id = endpoint.company_id
    and pause.endpoint_id = endpoint.id and pause.event = ${event}`;

export const IS_PAUSED = 'coalesce(upper_inf(pause.during), false)';

const SUBSCRIPTIONS = statement<{ companyId: number }, SubscriptionRights>()(
  'rights_of_subscriptions',
  `select endpoint.id, wanted.event, key.scopes, company.plan, ${IS_PAUSED} as "isPaused"
   from endpoints endpoint cross join unnest(endpoint.events) as wanted (event)
   ${joinPause('wanted.event')}
   left join key_rights key
     on key.company_id = endpoint.company_id and key.key_id = endpoint.key_id
   left join companies company on company.company_id = endpoint.company_id
   where endpoint.company_id = :companyId and endpoint.managed_by = 'api'`,
);

const FORGET = statement<{ companyId: number }>()(
  'forget_pauses',
  `delete from endpoint_pauses pause
   where company_id = :companyId and not exists (
     select from endpoints endpoint
     where endpoint.company_id = pause.company_id and endpoint.id = pause.endpoint_id)`,
);

interface ChangedPauses {
  readonly companyId: number;
  readonly subscriptions: readonly Pick<SubscriptionRights, 'id' | 'event'>[];
  readonly at: Date;
}

interface Changed {
  readonly companyId: number;
  readonly ids: readonly number[];
  readonly events: readonly HookEvent[];
  readonly at: Date;
}

const BEGIN = statement<Changed>()(
  'begin_pauses',
  `insert into endpoint_pauses (company_id, endpoint_id, event, during)
   select :companyId::bigint, id, event, tstzrange(:at::timestamptz, null)
   from unnest(:ids::bigint[], :events::text[]) as given (id, event)
   on conflict (company_id, endpoint_id, event) do update set during = excluded.during`,
);

const END = statement<Changed>()(
  'end_pauses',
  `update endpoint_pauses pause
   set during = tstzrange(lower(during), greatest(lower(during), :at::timestamptz))
   from unnest(:ids::bigint[], :events::text[]) as given (id, event)
   where pause.company_id = :companyId and pause.endpoint_id = given.id
     and pause.event = given.event`,
);

export interface SubscriptionRights {
  readonly id: number;
  readonly event: HookEvent;
  readonly scopes: readonly Scope[] | null;
  readonly plan: Plan | null;
  readonly isPaused: boolean;
}

const toChanged = ({ companyId, subscriptions, at }: ChangedPauses): Changed => ({
  companyId,
  ids: subscriptions.map(({ id }) => id),
  events: subscriptions.map(({ event }) => event),
  at,
});

/** Callers hold `lockSubscriptions` of the company. */
export const createPausesTable = (tx: EntityManager) => ({
  findSubscriptions: (companyId: number): Promise<SubscriptionRights[]> =>
    createRun(tx)(SUBSCRIPTIONS, { companyId }),

  async forget(companyId: number): Promise<void> {
    await createRun(tx)(FORGET, { companyId });
  },

  async begin(changed: ChangedPauses): Promise<void> {
    if (changed.subscriptions.length > 0) await createRun(tx)(BEGIN, toChanged(changed));
  },

  async end(changed: ChangedPauses): Promise<void> {
    if (changed.subscriptions.length > 0) await createRun(tx)(END, toChanged(changed));
  },
});

export type Pauses = ReturnType<typeof createPausesTable>;
