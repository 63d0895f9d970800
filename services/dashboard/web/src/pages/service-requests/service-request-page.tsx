import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ServiceRequestResponse } from '../../../../contract/responses';
import { ConfirmDialog } from '../../forms/confirm-dialog';
import { finishDialog } from '../../forms/finish-dialog';
import { RecordPage } from '../../records/record-page';
import { request } from '../../server/request';
import { Email, Phone } from '../../shown/contact';
import { Facts } from '../../shown/facts';
import { None } from '../../shown/none';
import { Time } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { Multiline } from '../../shown/multiline';
import { CreateJobDialog } from './create-job-dialog';
import { RequestStatusBadge, SOURCE_NAMES } from './request-badges';

export default function ServiceRequestPage() {
  return (
    <RecordPage<ServiceRequestResponse>
      name="Service request"
      path="service-requests"
      getName={(serviceRequest) => serviceRequest.subject}
      actions={(serviceRequest) => <Actions serviceRequest={serviceRequest} />}
    >
      {(serviceRequest) => <Details serviceRequest={serviceRequest} />}
    </RecordPage>
  );
}

interface RequestProps {
  readonly serviceRequest: ServiceRequestResponse;
}

const Details = ({ serviceRequest }: RequestProps) => (
  <Facts
    facts={[
      ['Number', serviceRequest.service_request_id],
      ['Status', <RequestStatusBadge status={serviceRequest.status} />],
      [
        'Job',
        serviceRequest.job_id && (
          <TextLink to={`/jobs/${serviceRequest.job_id}`}>Job {serviceRequest.job_id}</TextLink>
        ),
      ],
      ['Received', <Time value={serviceRequest.created_at} />],
      ['Source', SOURCE_NAMES[serviceRequest.source]],
      ['From', serviceRequest.contact_name],
      ['E-mail', serviceRequest.contact_email && <Email address={serviceRequest.contact_email} />],
      ['Phone', serviceRequest.contact_phone && <Phone number={serviceRequest.contact_phone} />],
      [
        'Customer',
        serviceRequest.customer_id === null ? (
          <None>Not a customer yet</None>
        ) : (
          <>
            <TextLink to={`/customers/${serviceRequest.customer_id}`}>
              {serviceRequest.customer_name ?? serviceRequest.customer_id}
            </TextLink>
            {serviceRequest.customer_removed && ' (removed)'}
          </>
        ),
      ],
      ['Message', <Multiline>{serviceRequest.description}</Multiline>],
    ]}
  />
);

function Actions({ serviceRequest }: RequestProps) {
  const [open, setOpen] = useState<'job' | 'decline'>();
  const close = (): void => setOpen(undefined);
  // The dialog stays open when somebody else decides the serviceRequest.
  return (
    <>
      {serviceRequest.status === 'New' && (
        <>
          <Button onClick={() => setOpen('job')}>Create job</Button>
          <Button variant="default" onClick={() => setOpen('decline')}>
            Decline
          </Button>
        </>
      )}
      {open === 'job' && <CreateJobDialog serviceRequest={serviceRequest} onClose={close} />}
      {open === 'decline' && (
        <ConfirmDialog
          title="Decline this service request?"
          confirmName="Decline"
          send={() =>
            request('POST', `service-requests/${serviceRequest.service_request_id}/decline`)
          }
          done={() => finishDialog(close, 'Service request declined.', 'service_request')}
          onClose={close}
        >
          You can't create a job from it afterwards. {serviceRequest.contact_name} is not notified;
          please tell them yourself. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
