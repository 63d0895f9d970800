import type { Caller } from '@svc/contracts';
import { changeEndpoint as changed, type EndpointDetails } from '../domain/endpoint';
import { createEndpointActivity } from '../domain/endpoint-activity';
import type { Dependencies } from './dependencies';
import { requireDashboard } from './require-endpoint';

export const changeEndpoint =
  ({ transact, checkTarget, now }: Dependencies) =>
  async (caller: Caller, id: number, details: Partial<EndpointDetails>): Promise<void> => {
    const { companyId } = caller;
    const { url } = details;
    if (url !== undefined) await checkTarget({ url, field: 'url' });
    await transact(async ({ endpoints, outbox }) => {
      const before = requireDashboard(await endpoints.lock(companyId, id));
      const at = now();
      const after = changed(before, details, at);
      await endpoints.update(after);
      await outbox.append(createEndpointActivity(after, 'Changed', { caller, at }));
    });
  };
