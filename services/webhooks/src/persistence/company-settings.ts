import { API_PLAN, type Feature, type Plan } from '@svc/contracts';
import { runOn, statement } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';
import { firstTimeWithoutRight, timeWithoutRight } from './time-without-right';

const hasApi = (plan: string): string => `${plan} = '${API_PLAN}'`;

const KEEP = statement<{
  companyId: number;
  sandboxOf: number | undefined;
  zone: string;
  country: string;
  plan: string | null;
  features: readonly string[] | null;
  version: number;
  at: Date;
}>()(
  'keep_company',
  `with change as (select :at::timestamptz as at)
   insert into companies as kept
     (company_id, sandbox_of, zone, country, plan, features, without_api, version)
   values (:companyId, :sandboxOf, :zone, :country, :plan, :features,
     ${firstTimeWithoutRight(hasApi(':plan::text'))}, :version)
   on conflict (company_id) do update
     set sandbox_of = coalesce(excluded.sandbox_of, kept.sandbox_of), zone = excluded.zone, country = excluded.country,
       plan = coalesce(excluded.plan, kept.plan),
       features = coalesce(excluded.features, kept.features),
       without_api = ${timeWithoutRight({
         has: hasApi('coalesce(excluded.plan, kept.plan)'),
         had: hasApi('kept.plan'),
         without: 'kept.without_api',
       })},
       version = excluded.version
     where kept.version <= excluded.version`,
);

const SANDBOX_OF = statement<{ companyId: number }, { sandboxOf: number | null }>()(
  'sandbox_of_company',
  'select sandbox_of as "sandboxOf" from companies where company_id = :companyId',
);

const MAY_USE = statement<{ companyId: number; feature: string }, { mayUse: boolean | null }>()(
  'company_may_use',
  `select features @> array[:feature::text] as "mayUse"
   from companies where company_id = :companyId`,
);

/** How a company reads times and telephone numbers, and what it may use. */
export interface CompanySettings {
  readonly companyId: number;
  /** The company whose sandbox it is; absent where it is none. */
  readonly sandboxOf: number | undefined;
  readonly zone: string;
  readonly country: string;
  /** Null where it is not known. */
  readonly plan: Plan | null;
  /** What it has beyond its plan; null where that is not known. */
  readonly features: readonly Feature[] | null;
  /** 0 for settings that came with a call; any announced version replaces them. */
  readonly version: number;
  /** Since when that holds. */
  readonly at: Date;
}

/** Our copy of what the gateway announces of companies. */
export const companySettings = (db: DataSource | EntityManager) => ({
  async keep(settings: CompanySettings): Promise<void> {
    await runOn(db)(KEEP, { ...settings });
  },

  /** Whether a company has a feature; true where that is not known: the gateway has checked it. */
  async mayUse(companyId: number, feature: Feature): Promise<boolean> {
    return (await runOn(db)(MAY_USE, { companyId, feature }))[0]?.mayUse ?? true;
  },

  /** The company whose sandbox this is; null where it is none. */
  async sandboxOf(companyId: number): Promise<number | null> {
    return (await runOn(db)(SANDBOX_OF, { companyId }))[0]?.sandboxOf ?? null;
  },
});

export type CompanySettingsTable = ReturnType<typeof companySettings>;
