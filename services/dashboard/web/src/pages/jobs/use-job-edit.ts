import type { JobResponse } from '../../../../contract/responses';
import type { RequestFormState } from '../../forms/request-form';
import { useVersionedEdit } from '../../forms/versioned-edit';
import { request } from '../../server/request';
import { toJobBody, type JobValues } from './job-fields';

type Job = Pick<JobResponse, 'job_id' | 'version'>;

interface JobEdit<Given extends Job, Values> {
  readonly job: Given;
  readonly toValues: (job: Given) => Values;
  readonly send: (edits: Partial<Values>, version: number) => Promise<unknown>;
  readonly done?: string;
  readonly onClose: () => void;
}

export const saveJob =
  ({ job_id: id }: Job) =>
  (edits: Partial<JobValues>, version: number): Promise<unknown> =>
    request('PUT', 'v1/jobs', {
      query: { id },
      body: { ...toJobBody(edits), expected_version: version },
    });

export const useJobEdit = <Given extends Job, Values extends object>({
  job,
  ...edit
}: JobEdit<Given, Values>): RequestFormState<Values> =>
  useVersionedEdit({
    ...edit,
    record: job,
    what: 'job',
    path: `jobs/${job.job_id}`,
  });
