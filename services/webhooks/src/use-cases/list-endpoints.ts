import type { Caller } from '@svc/contracts';
import type { Dependencies } from './dependencies';
import { withPauses, type EndpointWithPause } from './pauses';

/** All endpoints and subscriptions of the company. */
export const listEndpoints =
  ({ endpoints }: Dependencies) =>
  async ({ companyId }: Caller): Promise<EndpointWithPause[]> =>
    withPauses(endpoints, companyId, await endpoints.find({ companyId }));
