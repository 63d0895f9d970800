import { FEATURES, type Caller, type Feature, type Plan } from '@svc/contracts';
import { createRun, statement } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';
import { findRequiredFeature, HOOK_EVENTS } from '../domain/hook-events';

/** SQL: null when the features are unknown. */
export const lacksFeatureSql = (event: string): string =>
  FEATURES.map((feature) => {
    const events = HOOK_EVENTS.filter((each) => findRequiredFeature(each) === feature);
    return `${event} in (${events.map((each) => `'${each}'`).join()})
      and not company.features @> array['${feature}']`;
  }).join(' or ');

const SAVE = statement<{
  companyId: number;
  sandboxOf: number | undefined;
  zone: string;
  country: string;
  plan: string | null;
  features: readonly string[] | null;
  version: number;
}>()(
  'save_company',
  `insert into companies as saved
     (company_id, sandbox_of, zone, country, plan, features, version)
   values (:companyId, :sandboxOf, :zone, :country, :plan, :features, :version)
   on conflict (company_id) do update
     set sandbox_of = coalesce(excluded.sandbox_of, saved.sandbox_of), zone = excluded.zone, country = excluded.country,
       plan = coalesce(excluded.plan, saved.plan),
       features = coalesce(excluded.features, saved.features),
       version = excluded.version
     where saved.version <= excluded.version`,
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

export interface CompanySettings {
  readonly companyId: number;
  readonly sandboxOf: number | undefined;
  readonly zone: string;
  readonly country: string;
  /** Null when unknown. */
  readonly plan: Plan | null;
  readonly features: readonly Feature[] | null;
  readonly version: number;
}

export const createCompanySettingsTable = (db: DataSource | EntityManager) => {
  const run = createRun(db);
  return {
    async save(settings: CompanySettings): Promise<void> {
      await run(SAVE, { ...settings });
    },

    /** For a company that may not be announced yet; every announcement replaces these settings. */
    async saveCaller({ companyId, sandboxOf, zone, country }: Caller): Promise<void> {
      const unknown = { plan: null, features: null, version: 0 };
      await run(SAVE, { companyId, sandboxOf, zone, country, ...unknown });
    },

    /** True when unknown: the gateway has checked it. */
    async mayUse(companyId: number, feature: Feature): Promise<boolean> {
      return (await run(MAY_USE, { companyId, feature }))[0]?.mayUse ?? true;
    },

    async sandboxOf(companyId: number): Promise<number | null> {
      return (await run(SANDBOX_OF, { companyId }))[0]?.sandboxOf ?? null;
    },
  };
};

export type CompanySettingsTable = ReturnType<typeof createCompanySettingsTable>;
