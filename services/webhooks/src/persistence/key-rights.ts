import { API_PLAN, FEATURES, type Scope } from '@svc/contracts';
import { runOn, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import { featureOf, HOOK_EVENTS, readScopeOf, type ReadScope } from '../domain/hook-events';
import { firstTimeWithoutRight, timeWithoutRight } from './time-without-right';

/** When a key last lacked the right to the events of each scope. */
const WITHOUT: Readonly<Record<ReadScope, string>> = {
  'jobs:read': 'without_jobs',
  'customers:read': 'without_customers',
  'assets:read': 'without_assets',
  'inventory:read': 'without_inventory',
  'technicians:read': 'without_technicians',
};
const COLUMNS = Object.values(WITHOUT);

/** In SQL, whether some scopes are enough for the events of one. */
const areEnough = (scopes: string, read: string): string =>
  `${scopes} @> array['webhooks:manage', ${read}]`;

const FIRST = Object.keys(WITHOUT).map((read) =>
  firstTimeWithoutRight(areEnough(':scopes::text[]', `'${read}'`)),
);
const NEXT = Object.entries(WITHOUT).map(
  ([read, column]) =>
    `${column} = ${timeWithoutRight({
      has: areEnough('excluded.scopes', `'${read}'`),
      had: areEnough('kept.scopes', `'${read}'`),
      without: `kept.${column}`,
    })}`,
);

const KEEP = statement<{
  companyId: number;
  keyId: number;
  scopes: readonly string[];
  version: number;
  at: Date;
}>()(
  'keep_key_rights',
  `with change as (select :at::timestamptz as at)
   insert into key_rights as kept (company_id, key_id, scopes, version, ${COLUMNS.join(', ')})
   values (:companyId, :keyId, :scopes, :version, ${FIRST.join(', ')})
   on conflict (company_id, key_id) do update
     set scopes = excluded.scopes, version = excluded.version,
       ${NEXT.join(',\n       ')}
     where kept.version <= excluded.version`,
);

const REMOVE = statement<{ companyId: number; keyId: number }>()(
  'remove_key_rights',
  'delete from key_rights where company_id = :companyId and key_id = :keyId',
);

const byEvent = (valueOf: (read: ReadScope) => string): string => {
  const cases = HOOK_EVENTS.map((event) => `when '${event}' then ${valueOf(readScopeOf(event))}`);
  return `case endpoint.events[1] ${cases.join(' ')} end`;
};

/** In SQL, whether an event is part of a feature that its company lacks; null where that is not known. */
const lacksFeatureOf = (event: string): string =>
  FEATURES.map((feature) => {
    const events = HOOK_EVENTS.filter((each) => featureOf(each) === feature);
    return `${event} in (${events.map((each) => `'${each}'`).join()})
      and not company.features @> array['${feature}']`;
  }).join(' or ');

/**
 * In SQL, of an `endpoint`, its `company` and its `key`: whether the endpoint has the right to its
 * events. `unknown` until the gateway has announced both; all older companies and keys were announced
 * when these copies began. Always `held` for endpoints of the dashboard and of listeners, which need no key.
 */
export const RIGHTS = `case
  when endpoint.managed_by <> 'api' then 'held'
  when key.scopes is null or company.plan is null then 'unknown'
  when company.plan = '${API_PLAN}'
    and ${areEnough(
      'key.scopes',
      byEvent((read) => `'${read}'`),
    )} and (${lacksFeatureOf('endpoint.events[1]')}) is not true then 'held'
  else 'missing' end`;

/**
 * The same for an event of a certain time, also in SQL: `missed` where the right was lacking then, whether
 * it is held again or not, and `no_feature` where the company now lacks the feature of the event.
 */
export const rightsTo = (event: string, occurredAt: string): string => `case
  when ${lacksFeatureOf(event)} then 'no_feature'
  when endpoint.managed_by = 'api' and (${occurredAt} <@ company.without_api
    or ${occurredAt} <@ ${byEvent((read) => `key.${WITHOUT[read]}`)}) then 'missed'
  else ${RIGHTS} end`;

/** What `RIGHTS` reads, for each `endpoint`. */
export const RIGHTS_JOINED = `
  left join companies company on company.company_id = endpoint.company_id
  left join key_rights key
    on key.company_id = endpoint.company_id and key.key_id = endpoint.key_id`;

/** Whether an endpoint has the right to the event that is to be sent. */
export type Rights = 'held' | 'missed' | 'missing' | 'no_feature' | 'unknown';

/** What a key may do. */
export interface KeyScopes {
  readonly companyId: number;
  readonly keyId: number;
  /** With those that others imply. */
  readonly scopes: readonly Scope[];
  /** 0 for rights that came with a call; any announced version replaces them. */
  readonly version: number;
  /** Since when it may. */
  readonly at: Date;
}

/** Our copy of what the gateway announces of keys. */
export const keyRights = (tx: EntityManager) => ({
  async keep(scopes: KeyScopes): Promise<void> {
    await runOn(tx)(KEEP, { ...scopes });
  },

  async remove(companyId: number, keyId: number): Promise<void> {
    await runOn(tx)(REMOVE, { companyId, keyId });
  },
});

export type KeyRights = ReturnType<typeof keyRights>;
