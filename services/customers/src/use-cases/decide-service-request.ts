import type { Caller } from '@svc/contracts';
import { declineRequest, linkJob } from '../domain/service-request';
import type { ServiceRequest } from '../records/service-request';
import type { Dependencies } from './dependencies';

async function decide(
  { writeOnce, serviceRequestsChanged }: Dependencies,
  caller: Caller,
  id: number,
  decision: (before: ServiceRequest) => ServiceRequest,
): Promise<void> {
  const hasChanged = await writeOnce(async ({ serviceRequests }) => {
    const before = await serviceRequests.find(caller.companyId, id);
    const after = decision(before);
    if (after !== before) await serviceRequests.change(caller, before, after, () => []);
    return after !== before;
  });
  if (hasChanged) serviceRequestsChanged(caller.companyId);
}

/** @throws conflict when another job was created for the request */
export const linkJobToRequest =
  (dependencies: Dependencies) =>
  (caller: Caller, id: number, jobId: number): Promise<void> =>
    decide(dependencies, caller, id, (before) => linkJob(before, jobId));

/** @throws conflict when a job was created for the request */
export const declineServiceRequest =
  (dependencies: Dependencies) =>
  (caller: Caller, id: number): Promise<void> =>
    decide(dependencies, caller, id, declineRequest);
