import type { ChangeCompanyBody, CompanyAnswer } from '../../contract/company';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

const NAMES = { name: 'name', timezone: 'time zone', country: 'country' } as const;

/** Another name, time zone or country for the company; all contexts learn of it from the gateway. */
export const changeCompany =
  (dependencies: Dependencies) =>
  async (asker: Asker, body: ChangeCompanyBody): Promise<CompanyAnswer> => {
    const before = await dependencies.companySettings.describe(asker);
    const after = await dependencies.companySettings.change(asker, body);
    dependencies.forgetCompany(asker.person.companyId);
    const changed = (Object.keys(NAMES) as (keyof typeof NAMES)[])
      .filter((field) => after[field] !== before[field])
      .map((field) => `${NAMES[field]} to ${after[field]}`);
    if (changed.length > 0) {
      const what = `Changed the company's ${changed.join(', ')}`;
      await recordActivity(dependencies, asker, { kind: 'settings', what });
    }
    return after;
  };
