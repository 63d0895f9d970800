import type { Found } from '@svc/database';
import type { Changes, ChangesPart, Page } from '@svc/kernel';
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

export interface ListJobChanges extends Omit<ListJobs, 'page'> {
  readonly part: ChangesPart;
}

export const listJobChanges =
  ({ jobs }: Dependencies) =>
  ({ companyId, filter, part }: ListJobChanges): Promise<Changes<JobListing>> =>
    jobs.listChanges(companyId, filter, part);
