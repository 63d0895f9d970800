import type { CompanyResponse } from '../../contract/responses';
import type { ChangeCompanyBody } from '../../contract/bodies';
import type { Asker, OwnerCall } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

const NAMES = { name: 'name', timezone: 'time zone', country: 'country' } as const;

export const changeCompany =
  (dependencies: Dependencies) =>
  async (asker: Asker, body: ChangeCompanyBody): Promise<CompanyResponse> => {
    const ask = async (call: Pick<OwnerCall, 'method' | 'body'>): Promise<CompanyResponse> =>
      (await dependencies.owners.ask<CompanyResponse>(asker, 'gateway', { ...call, path: '' })).body
        .data;
    const before = await ask({ method: 'GET' });
    const after = await ask({ method: 'PATCH', body });
    dependencies.forgetCompany(asker.person.companyId);
    const changed = (Object.keys(NAMES) as (keyof typeof NAMES)[])
      .filter((field) => after[field] !== before[field])
      .map((field) => `${NAMES[field]} to ${after[field]}`);
    if (changed.length > 0) {
      const what = `Changed the company's ${changed.join(', ')}`;
      await recordActivity(dependencies)(asker, { kind: 'settings', what });
    }
    return after;
  };
