import type { Caller } from '@svc/contracts';
import { changeEndpoint as changed, type Endpoint, type EndpointDetails } from '../domain/endpoint';
import type { Dependencies } from './dependencies';
import { requireDashboard } from './require-endpoint';

export const changeEndpoint =
  ({ transact, checkTarget, now }: Dependencies) =>
  async (
    { companyId }: Caller,
    id: number,
    details: Partial<EndpointDetails>,
  ): Promise<Endpoint> => {
    if (details.url !== undefined) await checkTarget(details.url, 'url');
    return transact(async ({ endpoints }) => {
      const before = requireDashboard(await endpoints.lock(companyId, id));
      const after = changed(before, details, now());
      await endpoints.update(after);
      return after;
    });
  };
