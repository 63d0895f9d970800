import type { Plan } from '@svc/contracts';
import { runOn, statement } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';

const KEEP = statement<{
  companyId: number;
  zone: string;
  country: string;
  plan: string | null;
  version: number;
}>()(
  'keep_company',
  `insert into companies as kept (company_id, zone, country, plan, version)
   values (:companyId, :zone, :country, :plan, :version)
   on conflict (company_id) do update
     set zone = excluded.zone, country = excluded.country,
       plan = coalesce(excluded.plan, kept.plan), version = excluded.version
     where kept.version <= excluded.version`,
);

/** How a company reads times and telephone numbers, and what it may use. */
export interface CompanySettings {
  readonly companyId: number;
  readonly zone: string;
  readonly country: string;
  /** Null where it is not known. */
  readonly plan: Plan | null;
  /** 0 for what a caller brought along, which any announced version overrides. */
  readonly version: number;
}

/** Our copy of what the gateway announces of companies. */
export const companySettings = (db: DataSource | EntityManager) => ({
  async keep({ companyId, zone, country, plan, version }: CompanySettings): Promise<void> {
    await runOn(db)(KEEP, { companyId, zone, country, plan, version });
  },
});

export type CompanySettingsTable = ReturnType<typeof companySettings>;
