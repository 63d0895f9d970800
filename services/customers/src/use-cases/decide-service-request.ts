import { declineRequest, linkJob, type ServiceRequest } from '../domain/service-request';
import type { Dependencies } from './dependencies';

const decide =
  ({ transact }: Dependencies) =>
  (
    companyId: number,
    id: number,
    decided: (before: ServiceRequest) => ServiceRequest,
  ): Promise<void> =>
    transact(async ({ serviceRequests }) => {
      const before = await serviceRequests.lock(companyId, id);
      const after = decided(before);
      if (after !== before) await serviceRequests.decide(after);
    });

/** Keeps which job was created for the request. @throws conflict when it is another one already */
export const linkJobToRequest = (dependencies: Dependencies) => {
  const decideOn = decide(dependencies);
  return (companyId: number, id: number, jobId: number): Promise<void> =>
    decideOn(companyId, id, (before) => linkJob(before, jobId));
};

/** @throws conflict when a job was created for the request */
export const declineServiceRequest = (dependencies: Dependencies) => {
  const decideOn = decide(dependencies);
  return (companyId: number, id: number): Promise<void> => decideOn(companyId, id, declineRequest);
};
