import { useRef } from 'react';
import type { JobAnswer } from '../../../../contract/jobs';
import { editedFields } from '../../forms/edited-fields';
import { useRequestForm, type RequestFormState } from '../../forms/request-form';
import { ask } from '../../server/ask';
import { Refusal } from '../../server/refusal';
import { showDone } from '../../shown/messages';
import { jobsChanged } from './jobs-changed';

interface JobEdit<Values> {
  readonly job: JobAnswer;
  /** A job as the fields show it. */
  readonly valuesOf: (job: JobAnswer) => Values;
  /** Sends the fields that were edited; refused at another version of the job. */
  readonly send: (edits: Partial<Values>, version: number) => Promise<unknown>;
  readonly onClose: () => void;
}

/**
 * Changes a job that nobody else has changed meanwhile. Otherwise it is read again: fields that were not
 * edited here show what they are now, and saving once more keeps what was.
 */
export function useJobEdit<Values extends object>({
  job,
  valuesOf,
  send,
  onClose,
}: JobEdit<Values>): RequestFormState<Values> {
  const known = useRef(job);

  async function sendEdits(values: Values): Promise<void> {
    const edits = editedFields(values, valuesOf(known.current));
    if (Object.keys(edits).length === 0) return;
    try {
      await send(edits, known.current.version);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
      const { data: fresh } = await ask<JobAnswer>('GET', `jobs/${job.job_id}`);
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
      showDone('The job was changed.');
      void jobsChanged();
    },
  });
  return state;
}
