import type { ServiceRequest } from '../domain/service-request';
import type { Dependencies } from './dependencies';

/** Decides on a service request, and says so if the decision has changed it. */
export type DecideServiceRequest = (
  companyId: number,
  id: number,
  decide: (before: ServiceRequest) => ServiceRequest,
) => Promise<void>;

export const decideServiceRequest =
  ({ transact, serviceRequestsChanged }: Dependencies): DecideServiceRequest =>
  async (companyId, id, decide) => {
    const hasChanged = await transact(async ({ serviceRequests }) => {
      const before = await serviceRequests.lock(companyId, id);
      const after = decide(before);
      if (after === before) return false;
      await serviceRequests.decide(after);
      return true;
    });
    if (hasChanged) serviceRequestsChanged(companyId);
  };
