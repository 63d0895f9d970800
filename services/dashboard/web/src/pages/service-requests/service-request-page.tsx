import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ServiceRequestResponse } from '../../../../contract/responses';
import { ConfirmDialog } from '../../forms/confirm-dialog';
import { recordsChanged } from '../../live/records-changed';
import { RecordPage } from '../../records/record-page';
import { ask } from '../../server/ask';
import { Email, Phone } from '../../shown/contact';
import { Facts } from '../../shown/facts';
import { showDone } from '../../shown/messages';
import { None } from '../../shown/none';
import { Time } from '../../shown/times';
import { CreateJobDialog } from './create-job-dialog';
import { RequestStatus, SOURCE_NAMES } from './request-badges';

export const Page = () => (
  <RecordPage<ServiceRequestResponse>
    name="Service request"
    path="service-requests"
    nameOf={(request) => request.subject}
    actions={(request) => <Actions request={request} />}
  >
    {(request) => <Details request={request} />}
  </RecordPage>
);

interface RequestProps {
  readonly request: ServiceRequestResponse;
}

const Details = ({ request }: RequestProps) => (
  <Facts
    facts={[
      ['Number', request.service_request_id],
      ['Status', <RequestStatus status={request.status} />],
      [
        'Job',
        request.job_id && (
          <Anchor component={Link} to={`/jobs/${request.job_id}`} size="sm">
            Job {request.job_id}
          </Anchor>
        ),
      ],
      ['Received', <Time value={request.created_at} />],
      ['Source', SOURCE_NAMES[request.source]],
      ['From', request.contact_name],
      ['E-mail', request.contact_email && <Email address={request.contact_email} />],
      ['Phone', request.contact_phone && <Phone number={request.contact_phone} />],
      [
        'Customer',
        request.customer_id === null ? (
          <None>Not a customer yet</None>
        ) : (
          <>
            <Anchor component={Link} to={`/customers/${request.customer_id}`} size="sm">
              {request.customer_name ?? request.customer_id}
            </Anchor>
            {request.customer_removed && ' (removed)'}
          </>
        ),
      ],
      [
        'Message',
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {request.description}
        </Text>,
      ],
    ]}
  />
);

function Actions({ request }: RequestProps) {
  const [open, setOpen] = useState<'job' | 'decline'>();
  const close = (): void => setOpen(undefined);
  // The dialog stays open when somebody else decides the request.
  return (
    <>
      {request.status === 'New' && (
        <>
          <Button onClick={() => setOpen('job')}>Create job</Button>
          <Button variant="default" onClick={() => setOpen('decline')}>
            Decline
          </Button>
        </>
      )}
      {open === 'job' && <CreateJobDialog request={request} onClose={close} />}
      {open === 'decline' && (
        <ConfirmDialog
          title="Decline this service request?"
          confirmName="Decline"
          send={() => ask('POST', `service-requests/${request.service_request_id}/decline`)}
          done={() => {
            close();
            showDone('Service request declined.');
            void recordsChanged('service_request');
          }}
          onClose={close}
        >
          You can't create a job from it afterwards. {request.contact_name} is not notified; please
          tell them yourself. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
