import type { ServiceRequestAnswer } from '../../contract/answers';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';

/** Links a service request with the job that was created for it, where there is one and it is not linked. */
export async function linkExistingJob(
  { serviceRequests }: Dependencies,
  asker: Asker,
  id: number,
): Promise<ServiceRequestAnswer | undefined> {
  const jobId = await serviceRequests.findJob(asker, id);
  return jobId === undefined ? undefined : serviceRequests.link(asker, id, jobId);
}
