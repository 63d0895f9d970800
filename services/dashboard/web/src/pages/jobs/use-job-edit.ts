import type { JobAnswer } from '../../../../contract/answers';
import type { RequestFormState } from '../../forms/request-form';
import { useVersionedEdit } from '../../forms/versioned-edit';
import { ask } from '../../server/ask';
import { bodyOf, type JobValues } from './job-fields';

type Job = Pick<JobAnswer, 'job_id' | 'version'>;

interface JobEdit<Given extends Job, Values> {
  readonly job: Given;
  /** A job as the fields show it. */
  readonly valuesOf: (job: Given) => Values;
  /** Sends the fields that were edited; refused at another version of the job. */
  readonly send: (edits: Partial<Values>, version: number) => Promise<unknown>;
  /** What is said once it is saved. */
  readonly done?: string;
  readonly onClose: () => void;
}

/** Saves fields of a job that the API can change. */
export const saveJob =
  ({ job_id: id }: Job) =>
  (edits: Partial<JobValues>, version: number): Promise<unknown> =>
    ask('PUT', 'v1/jobs', { query: { id }, body: { ...bodyOf(edits), expected_version: version } });

/** Changes a job that nobody else has changed meanwhile. */
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
