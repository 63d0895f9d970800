import type { AdminJobDetails } from '../persistence/job-reads';
import type { Dependencies } from './dependencies';

/** A job as the operator sees it, deleted or not. */
export const getAdminJob =
  ({ jobs }: Dependencies) =>
  (companyId: number, jobId: number): Promise<AdminJobDetails> =>
    jobs.findForAdmin(companyId, jobId);
