import type { CompanyResponse } from '../../contract/responses';
import type { ChangeCompanyBody } from '../../contract/bodies';
import type { Requester, OwnerCall } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

const NAMES = { name: 'name', timezone: 'time zone', country: 'country' } as const;

export const changeCompany =
  (dependencies: Dependencies) =>
  async (requester: Requester, body: ChangeCompanyBody): Promise<CompanyResponse> => {
    const call = async (request: Pick<OwnerCall, 'method' | 'body'>): Promise<CompanyResponse> =>
      (
        await dependencies.owners.call<CompanyResponse>(requester, 'gateway', {
          ...request,
          path: '',
        })
      ).body.data;
    const before = await call({ method: 'GET' });
    const after = await call({ method: 'PATCH', body });
    dependencies.forgetCompany(requester.person.companyId);
    const changed = (Object.keys(NAMES) as (keyof typeof NAMES)[])
      .filter((field) => after[field] !== before[field])
      .map((field) => `${NAMES[field]} to ${after[field]}`);
    if (changed.length > 0) {
      const what = `Changed the company's ${changed.join(', ')}`;
      await recordActivity(dependencies)(requester, { kind: 'settings', what });
    }
    return after;
  };
