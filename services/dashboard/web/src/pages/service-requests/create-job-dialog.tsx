import { Alert } from '@mantine/core';
import type { ServiceRequestResponse } from '../../../../contract/responses';
import { toChoice, type Choice } from '../../choosers/record-chooser';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { reloadRecords } from '../../live/reload-records';
import { request } from '../../server/request';
import { showDone } from '../../shown/messages';
import { JobFields, type JobValues, NEW_JOB, toNewJobBody } from '../jobs/job-fields';

interface CreateJobDialogProps {
  readonly serviceRequest: ServiceRequestResponse;
  /** Set if the sender was not a customer and has just become one. */
  readonly customer: Choice | undefined;
  readonly onClose: () => void;
}

export function CreateJobDialog({ serviceRequest, customer, onClose }: CreateJobDialogProps) {
  const { service_request_id: id, subject, description } = serviceRequest;
  const { customer_id: customerId, customer_name: customerName } = serviceRequest;
  const isRemoved = serviceRequest.customer_removed;
  const state = useRequestForm({
    initialValues: { ...NEW_JOB, job_title: subject, job_description: description },
    send: (values: JobValues) =>
      request('POST', `service-requests/${id}/job`, { body: toNewJobBody(values) }),
    done: () => {
      onClose();
      showDone('Job created.');
      void reloadRecords('service_request');
      void reloadRecords('job');
    },
  });
  const own = isRemoved ? undefined : toChoice(customerId, customerName);
  return (
    <RequestDialog
      title="Create job"
      state={state}
      submitName="Create job"
      onClose={onClose}
      size="lg"
    >
      {isRemoved && (
        <Alert variant="outline" color="yellow">
          {customerName} was removed. Choose another customer, or restore {customerName} first.
        </Alert>
      )}
      <JobFields form={state.form} customer={customer ?? own} />
    </RequestDialog>
  );
}
