import {
  LIMIT_MEANINGS,
  type ChangeCompanyBody,
  type CompanyAnswer,
  type LimitName,
} from '../../contract/company';
import type { Asker, Owners } from './owners';

/** What is used of the allowances is the company's own, also for somebody who looks at its test data. */
const live = (asker: Asker): Asker => ({ ...asker, mode: 'live' });

/** What a company's owners see and change of it; the gateway keeps it. */
export const companySettingsOf = ({ gateway }: Pick<Owners, 'gateway'>) => ({
  async describe(asker: Asker): Promise<CompanyAnswer> {
    return shown((await gateway<CompanyAnswer>(live(asker), { method: 'GET', path: '' })).data);
  },

  async change(asker: Asker, body: ChangeCompanyBody): Promise<CompanyAnswer> {
    return shown(
      (await gateway<CompanyAnswer>(live(asker), { method: 'PATCH', path: '', body })).data,
    );
  },
});

export type CompanySettings = ReturnType<typeof companySettingsOf>;

/** What people are shown of the gateway's answer. */
const shown = ({ name, timezone, country, plan, features, limits, allowances }: CompanyAnswer) => ({
  name,
  timezone,
  country,
  plan,
  features,
  limits: Object.fromEntries(
    (Object.keys(LIMIT_MEANINGS) as LimitName[]).map((limit) => [limit, limits[limit]]),
  ) as CompanyAnswer['limits'],
  allowances,
});
