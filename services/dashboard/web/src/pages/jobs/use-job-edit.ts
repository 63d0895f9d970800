import { useRef } from 'react';
import type { JobAnswer } from '../../../../contract/jobs';
import { editedFields } from '../../forms/edited-fields';
import { useRequestForm, type RequestFormState } from '../../forms/request-form';
import { ask } from '../../server/ask';
import { Refusal } from '../../server/refusal';
import { showDone } from '../../shown/messages';
import { bodyOf, type JobValues } from './job-fields';
import { jobsChanged } from './jobs-changed';

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

/**
 * Changes a job that nobody else has changed meanwhile. Otherwise it is read again: fields that were not
 * edited here show what they are now, and saving once more keeps what was.
 */
export function useJobEdit<Given extends Job, Values extends object>({
  job,
  valuesOf,
  send,
  done = 'The job was changed.',
  onClose,
}: JobEdit<Given, Values>): RequestFormState<Values> {
  const known = useRef(job);

  async function sendEdits(values: Values): Promise<void> {
    const edits = editedFields(values, valuesOf(known.current));
    if (Object.keys(edits).length === 0) return;
    try {
      await send(edits, known.current.version);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
      const { data: fresh } = await ask<Given>('GET', `jobs/${job.job_id}`);
      state.form.setValues({ ...valuesOf(fresh), ...edits });
      known.current = fresh;
      void jobsChanged();
      throw new Refusal(error.status, error.code, 'This job has changed.');
    }
  }

  const state = useRequestForm({
    initialValues: valuesOf(job),
    send: sendEdits,
    done: () => {
      onClose();
      showDone(done);
      void jobsChanged();
    },
  });
  return state;
}
