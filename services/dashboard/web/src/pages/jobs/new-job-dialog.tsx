import { useOpenCreated } from '../../forms/open-created';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useIdempotentSend } from '../../forms/idempotent-send';
import { ask } from '../../server/ask';
import { bodyOf, JobFields, type JobValues } from './job-fields';

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

export function NewJobDialog({ onClose }: { readonly onClose: () => void }) {
  const openCreated = useOpenCreated({ what: 'job', onClose });
  const send = useIdempotentSend('job');
  const state = useRequestForm({
    initialValues: NEW_JOB,
    send: (values: JobValues) => {
      const { customer_location_id: locationId } = values;
      // Omitted rather than null, so that the API reports it as missing.
      const body = { ...bodyOf(values), customer_location_id: locationId ?? undefined };
      return send((idempotencyKey) =>
        ask<{ readonly job_id: number }>('POST', 'v1/jobs', { body, idempotencyKey }),
      );
    },
    done: ({ data: { job_id: id } }) => openCreated(`/jobs/${id}`),
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
