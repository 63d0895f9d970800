import type { Caller } from '@svc/contracts';
import { applyEndpointChanges, type EndpointDetails } from '../domain/endpoint';
import { hideValues } from '../domain/own-headers';
import { createEndpointActivity } from '../domain/endpoint-activity';
import type { Dependencies } from './dependencies';
import { requireDashboard } from './require-endpoint';
import { saveHeaderValues } from './save-headers';

export const changeEndpoint =
  ({ transact, checkTarget, now }: Dependencies) =>
  async (caller: Caller, id: number, given: Partial<EndpointDetails>): Promise<void> => {
    const { companyId } = caller;
    const { headers, ...details } = given;
    const { url } = details;
    if (url !== undefined) await checkTarget({ url, field: 'url' });
    await transact(async ({ endpoints, outbox }) => {
      const before = requireDashboard(await endpoints.lock(companyId, id));
      const at = now();
      const headerNames = await saveHeaderValues(endpoints, before, {
        headers: headers ?? hideValues(before.headerNames),
        url: url ?? before.url,
      });
      const after = applyEndpointChanges(before, { ...details, headerNames }, at);
      await endpoints.update(after);
      await outbox.append(createEndpointActivity(after, 'Changed', { caller, at }));
    });
  };
