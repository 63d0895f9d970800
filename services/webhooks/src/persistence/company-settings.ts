import { FEATURES, type Feature, type Plan } from '@svc/contracts';
import { createRun, statement } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';
import { featureOf, HOOK_EVENTS } from '../domain/hook-events';

/** SQL: whether an event belongs to a feature that its `company` lacks; null when unknown. */
export const lacksFeatureOf = (event: string): string =>
  FEATURES.map((feature) => {
    const events = HOOK_EVENTS.filter((each) => featureOf(each) === feature);
    return `${event} in (${events.map((each) => `'${each}'`).join()})
      and not company.features @> array['${feature}']`;
  }).join(' or ');

const KEEP = statement<{
  companyId: number;
  sandboxOf: number | undefined;
  zone: string;
  country: string;
  plan: string | null;
  features: readonly string[] | null;
  version: number;
}>()(
  'keep_company',
  `insert into companies as kept
     (company_id, sandbox_of, zone, country, plan, features, version)
   values (:companyId, :sandboxOf, :zone, :country, :plan, :features, :version)
   on conflict (company_id) do update
     set sandbox_of = coalesce(excluded.sandbox_of, kept.sandbox_of), zone = excluded.zone, country = excluded.country,
       plan = coalesce(excluded.plan, kept.plan),
       features = coalesce(excluded.features, kept.features),
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

export interface CompanySettings {
  readonly companyId: number;
  /** Undefined when the company is no sandbox. */
  readonly sandboxOf: number | undefined;
  readonly zone: string;
  readonly country: string;
  /** Null when unknown. */
  readonly plan: Plan | null;
  /** Null when unknown. */
  readonly features: readonly Feature[] | null;
  /** 0 for settings that came with a call; every announced version replaces them. */
  readonly version: number;
}

export const companySettings = (db: DataSource | EntityManager) => ({
  async keep(settings: CompanySettings): Promise<void> {
    await createRun(db)(KEEP, { ...settings });
  },

  /** True when unknown: the gateway has checked it. */
  async mayUse(companyId: number, feature: Feature): Promise<boolean> {
    return (await createRun(db)(MAY_USE, { companyId, feature }))[0]?.mayUse ?? true;
  },

  async sandboxOf(companyId: number): Promise<number | null> {
    return (await createRun(db)(SANDBOX_OF, { companyId }))[0]?.sandboxOf ?? null;
  },
});

export type CompanySettingsTable = ReturnType<typeof companySettings>;
