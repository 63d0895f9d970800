import { Alert } from '@mantine/core';
import type { ServiceRequestResponse } from '../../../../contract/responses';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { recordsChanged } from '../../live/records-changed';
import { ask } from '../../server/ask';
import { showDone } from '../../shown/messages';
import { bodyOf, JobFields, type JobValues } from '../jobs/job-fields';
import { NEW_JOB } from '../jobs/new-job-dialog';

interface CreateJobDialogProps {
  readonly request: ServiceRequestResponse;
  readonly onClose: () => void;
}

export function CreateJobDialog({ request, onClose }: CreateJobDialogProps) {
  const { service_request_id: id, subject, description } = request;
  const { customer_id: customerId, customer_name: customerName } = request;
  const isRemoved = request.customer_removed;
  const state = useRequestForm({
    initialValues: { ...NEW_JOB, job_title: subject, job_description: description },
    send: (values: JobValues) => {
      const { customer_location_id: locationId } = values;
      // Omitted rather than null, so that the API reports it as missing.
      const body = { ...bodyOf(values), customer_location_id: locationId ?? undefined };
      return ask<ServiceRequestResponse>('POST', `service-requests/${id}/job`, { body });
    },
    done: () => {
      onClose();
      showDone('Job created.');
      void recordsChanged('service_request');
      void recordsChanged('job');
    },
  });
  const customer =
    customerId === null || isRemoved
      ? undefined
      : { id: customerId, name: customerName ?? String(customerId) };
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
      <JobFields form={state.form} customer={customer} />
    </RequestDialog>
  );
}
