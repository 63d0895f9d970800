import { useNavigate } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useSentOnce } from '../../forms/sent-once';
import { ask } from '../../server/ask';
import { showDone } from '../../shown/messages';
import { bodyOf, JobFields, type JobValues } from './job-fields';
import { jobsChanged } from './jobs-changed';

export const NEW_JOB: JobValues = {
  job_title: '',
  job_description: '',
  job_priority: 'Medium',
  customer_location_id: null,
  assigned_technician_id: null,
  scheduled_start: '',
  scheduled_end: '',
  asset_ids: [],
};

/** Asks for a new job, and opens it. */
export function NewJobDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const once = useSentOnce(jobsChanged);
  const state = useRequestForm({
    initialValues: NEW_JOB,
    send: (values: JobValues) => {
      const { customer_location_id: locationId } = values;
      // Nothing was chosen: it is missing, and not null.
      const body = { ...bodyOf(values), customer_location_id: locationId ?? undefined };
      return once((onceKey) =>
        ask<{ readonly job_id: number }>('POST', 'v1/jobs', { body, onceKey }),
      );
    },
    done: ({ data: { job_id: id } }) => {
      // At once: a form that is still there asks before its page is left.
      flushSync(onClose);
      showDone('The job was created.');
      void jobsChanged();
      void navigate({ to: `/jobs/${id}` as never });
    },
  });
  return (
    <RequestDialog
      title="New job"
      state={state}
      submitName="Create job"
      onClose={onClose}
      size="lg"
    >
      <JobFields form={state.form} />
    </RequestDialog>
  );
}
