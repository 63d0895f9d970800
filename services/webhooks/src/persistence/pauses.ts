import type { Plan, Scope } from '@svc/contracts';
import { createRun, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { HookEvent } from '../domain/hook-events';

/** SQL: the last pause of an `endpoint`, open while it lasts. */
export const JOIN_PAUSE = `
  left join endpoint_pauses pause
    on pause.company_id = endpoint.company_id and pause.endpoint_id = endpoint.id`;

export const IS_PAUSED = 'coalesce(upper_inf(pause.during), false)';

const SUBSCRIPTIONS = statement<{ companyId: number }, SubscriptionRights>()(
  'rights_of_subscriptions',
  `select endpoint.id, endpoint.events[1] as event, key.scopes, company.plan,
     ${IS_PAUSED} as "isPaused"
   from endpoints endpoint ${JOIN_PAUSE}
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

interface Changed {
  readonly companyId: number;
  readonly ids: readonly number[];
  readonly at: Date;
}

const BEGIN = statement<Changed>()(
  'begin_pauses',
  `insert into endpoint_pauses (company_id, endpoint_id, during)
   select :companyId::bigint, id, tstzrange(:at::timestamptz, null)
   from unnest(:ids::bigint[]) as id
   on conflict (company_id, endpoint_id) do update set during = excluded.during`,
);

const END = statement<Changed>()(
  'end_pauses',
  `update endpoint_pauses
   set during = tstzrange(lower(during), greatest(lower(during), :at::timestamptz))
   where company_id = :companyId and endpoint_id = any(:ids::bigint[])`,
);

export interface SubscriptionRights {
  readonly id: number;
  readonly event: HookEvent;
  readonly scopes: readonly Scope[] | null;
  readonly plan: Plan | null;
  readonly isPaused: boolean;
}

/** Callers hold `lockSubscriptionsOf` of the company. */
export const createPausesTable = (tx: EntityManager) => ({
  findSubscriptions: (companyId: number): Promise<SubscriptionRights[]> =>
    createRun(tx)(SUBSCRIPTIONS, { companyId }),

  async forget(companyId: number): Promise<void> {
    await createRun(tx)(FORGET, { companyId });
  },

  async begin(changed: Changed): Promise<void> {
    if (changed.ids.length > 0) await createRun(tx)(BEGIN, { ...changed });
  },

  async end(changed: Changed): Promise<void> {
    if (changed.ids.length > 0) await createRun(tx)(END, { ...changed });
  },
});

export type Pauses = ReturnType<typeof createPausesTable>;
