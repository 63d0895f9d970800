import { linkJob } from '../domain/service-request';
import { decideServiceRequest } from './decide-service-request';
import type { Dependencies } from './dependencies';

/** Keeps which job was created for the request. @throws conflict when it is another one already */
export const linkJobToRequest = (dependencies: Dependencies) => {
  const decide = decideServiceRequest(dependencies);
  return (companyId: number, id: number, jobId: number): Promise<void> =>
    decide(companyId, id, (before) => linkJob(before, jobId));
};
