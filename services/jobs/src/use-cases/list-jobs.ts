import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { JobFilter, JobListing } from '../persistence/job-reads';
import type { Dependencies } from './dependencies';

export interface ListJobs {
  readonly companyId: number;
  readonly filter: JobFilter;
  readonly page: Page;
}

export const listJobs =
  ({ jobs }: Dependencies) =>
  ({ companyId, filter, page }: ListJobs): Promise<Found<JobListing>> =>
    jobs.list(companyId, filter, page);
