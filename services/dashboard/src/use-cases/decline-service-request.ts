import type { ServiceRequestAnswer } from '../../contract/answers';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { linkExistingJob } from './link-existing-job';

/** @throws conflict when a job was created for the request */
export const declineServiceRequest =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<ServiceRequestAnswer> => {
    // A job whose creation ended before it was linked: declining is refused from then on.
    await linkExistingJob(dependencies, asker, id);
    return dependencies.serviceRequests.decline(asker, id);
  };
