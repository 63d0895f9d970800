import { useRef } from 'react';
import type { JobAnswer } from '../../../../contract/jobs';
import { editsIn } from '../../forms/edits';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { ask } from '../../server/ask';
import { Refusal } from '../../server/refusal';
import { showDone } from '../../shown/messages';
import { bodyOf, JobFields, valuesOf, type JobValues } from './job-fields';
import { jobsChanged } from './jobs-changed';

interface EditJobDialogProps {
  readonly job: JobAnswer;
  readonly onClose: () => void;
}

/**
 * Changes a job that nobody else has changed meanwhile. Otherwise it is read again: fields that were not
 * edited here show what they are now, and saving once more keeps what was.
 */
export function EditJobDialog({ job, onClose }: EditJobDialogProps) {
  const known = useRef(job);
  const path = `jobs/${job.job_id}`;

  async function send(values: JobValues): Promise<void> {
    const edits = editsIn(values, valuesOf(known.current));
    if (Object.keys(edits).length === 0) return;
    const body = { ...bodyOf(edits), expected_version: known.current.version };
    try {
      await ask('PUT', 'v1/jobs', { query: { id: job.job_id }, body });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
      const { data: fresh } = await ask<JobAnswer>('GET', path);
      state.form.setValues({ ...valuesOf(fresh), ...edits });
      known.current = fresh;
      void jobsChanged();
      throw new Refusal(error.status, error.code, 'This job has changed.');
    }
  }

  const state = useRequestForm({
    initialValues: valuesOf(job),
    send,
    done: () => {
      onClose();
      showDone('The job was changed.');
      void jobsChanged();
    },
  });
  return (
    <RequestDialog title="Edit job" state={state} submitName="Save" onClose={onClose} size="lg">
      <JobFields form={state.form} job={job} />
    </RequestDialog>
  );
}
