import type { Choice } from '../../choosers/record-chooser';
import { useOpenCreated } from '../../forms/open-created';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { useIdempotentSend } from '../../forms/idempotent-send';
import { request } from '../../server/request';
import { JobFields, type JobValues, NEW_JOB, toNewJobBody } from './job-fields';

interface NewJobDialogProps {
  readonly customer?: Choice | undefined;
  readonly location?: Choice | undefined;
  readonly onClose: () => void;
}

export function NewJobDialog({ customer, location, onClose }: NewJobDialogProps) {
  const openCreated = useOpenCreated({ what: 'job', onClose });
  const send = useIdempotentSend('job');
  const state = useRequestForm({
    initialValues: { ...NEW_JOB, customer_location_id: location?.id ?? null },
    send: (values: JobValues) => {
      const body = toNewJobBody(values);
      return send((idempotencyKey) =>
        request<{ readonly job_id: number }>('POST', 'v1/jobs', { body, idempotencyKey }),
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
      <JobFields form={state.form} customer={customer} location={location} />
    </RequestDialog>
  );
}
