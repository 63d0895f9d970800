import {
  JOB_PARTS,
  type Caller,
  type JobPart,
  type JobPartSet,
  type JobSummary,
} from '@svc/contracts';
import type { FakeOwners } from '@svc/testing';

export type GivenJob = Partial<JobSummary> & Pick<JobSummary, 'job_id'>;

export interface JobsStandIn {
  keep(job: GivenJob, companyId?: number): void;
  cardOf(jobId: number, companyId?: number): JobPartSet['card'] | undefined;
}

export function startJobsStandIn({ handlers: calls }: FakeOwners<'jobs'>): JobsStandIn {
  const jobs = new Map<string, JobPartSet['card']>();
  const keyOf = (companyId: number, jobId: number): string => `${companyId} ${jobId}`;

  calls.set(JOB_PARTS, ({ job_id, ...part }: JobPart, { companyId }: Caller) => {
    const key = keyOf(companyId, job_id);
    const job = jobs.get(key);
    if (!job) return refusal(404, { error: 'not_found', message: 'Job not found.' });
    if (job.job_status === 'Completed') {
      const message = 'The job is Completed; its required parts cannot change.';
      return refusal(409, { error: 'conflict', message, current_version: job.version });
    }
    const others = job.required_parts.filter(
      ({ item_id, location_id }) => item_id !== part.item_id || location_id !== part.location_id,
    );
    const card = {
      ...job,
      version: job.version + 1,
      required_parts: part.quantity === 0 ? others : [...others, part],
    };
    jobs.set(key, card);
    const set: JobPartSet = { card, is_new: others.length === job.required_parts.length };
    return { status: 200, body: { success: true, data: set, request_id: 'req_1' } };
  });

  return {
    keep: (job, companyId = 1) =>
      void jobs.set(keyOf(companyId, job.job_id), {
        job_status: 'Pending',
        deleted: false,
        required_parts: [],
        version: 1,
        ...job,
      }),
    cardOf: (jobId, companyId = 1) => jobs.get(keyOf(companyId, jobId)),
  };
}

const refusal = (status: number, body: object) => ({
  status,
  body: { success: false, ...body, request_id: 'req_1' },
});
