import { API_PLAN, type Plan } from '@svc/contracts';
import { runOn, statement } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';
import { firstTimeWithoutRight, timeWithoutRight } from './time-without-right';

const hasApi = (plan: string): string => `${plan} = '${API_PLAN}'`;

const KEEP = statement<{
  companyId: number;
  zone: string;
  country: string;
  plan: string | null;
  version: number;
  at: Date;
}>()(
  'keep_company',
  `with change as (select :at::timestamptz as at)
   insert into companies as kept (company_id, zone, country, plan, without_api, version)
   values (:companyId, :zone, :country, :plan, ${firstTimeWithoutRight(hasApi(':plan::text'))}, :version)
   on conflict (company_id) do update
     set zone = excluded.zone, country = excluded.country,
       plan = coalesce(excluded.plan, kept.plan),
       without_api = ${timeWithoutRight({
         has: hasApi('coalesce(excluded.plan, kept.plan)'),
         had: hasApi('kept.plan'),
         without: 'kept.without_api',
       })},
       version = excluded.version
     where kept.version <= excluded.version`,
);

/** How a company reads times and telephone numbers, and what it may use. */
export interface CompanySettings {
  readonly companyId: number;
  readonly zone: string;
  readonly country: string;
  /** Null where it is not known. */
  readonly plan: Plan | null;
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
});

export type CompanySettingsTable = ReturnType<typeof companySettings>;
