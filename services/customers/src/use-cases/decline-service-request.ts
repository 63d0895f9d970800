import { declineRequest } from '../domain/service-request';
import { decideServiceRequest } from './decide-service-request';
import type { Dependencies } from './dependencies';

/** @throws conflict when a job was created for the request */
export const declineServiceRequest = (dependencies: Dependencies) => {
  const decide = decideServiceRequest(dependencies);
  return (companyId: number, id: number): Promise<void> => decide(companyId, id, declineRequest);
};
