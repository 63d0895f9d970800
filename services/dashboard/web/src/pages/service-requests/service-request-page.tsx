import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ServiceRequestResponse } from '../../../../contract/responses';
import type { Choice } from '../../choosers/record-chooser';
import { ConfirmDialog } from '../../forms/confirm-dialog';
import { finishDialog } from '../../forms/finish-dialog';
import { reloadRecords } from '../../live/reload-records';
import { RecordColumns } from '../../records/record-columns';
import { RecordPage } from '../../records/record-page';
import { request } from '../../server/request';
import { Permitted } from '../../session/may-use';
import { PhoneActions } from '../../shown/address';
import { Email, Phone } from '../../shown/contact';
import { Facts } from '../../shown/facts';
import { None } from '../../shown/none';
import { Section } from '../../shown/section';
import { Ago, Time } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { Multiline } from '../../shown/multiline';
import { NewCustomerDialog } from '../customers/new-customer-dialog';
import { CreateJobDialog } from './create-job-dialog';
import { RequestStatusBadge, SOURCE_NAMES, Urgency } from './request-badges';

export default function ServiceRequestPage() {
  return (
    <RecordPage<ServiceRequestResponse>
      kind="Service request"
      path="service-requests"
      getName={(serviceRequest) => serviceRequest.subject}
      badges={(serviceRequest) => (
        <>
          <RequestStatusBadge status={serviceRequest.status} />
          <Urgency {...serviceRequest} />
        </>
      )}
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
  <RecordColumns rail={<RequestFacts serviceRequest={serviceRequest} />}>
    <Section name="Message">
      <Multiline>{serviceRequest.description}</Multiline>
    </Section>
  </RecordColumns>
);

const RequestFacts = ({ serviceRequest }: RequestProps) => (
  <Facts
    facts={[
      ['From', serviceRequest.contact_name],
      ['Phone', serviceRequest.contact_phone && <Phone number={serviceRequest.contact_phone} />],
      ['E-mail', serviceRequest.contact_email && <Email address={serviceRequest.contact_email} />],
      ['Customer', <CustomerLink serviceRequest={serviceRequest} />],
      [
        'Job',
        serviceRequest.job_id && (
          <TextLink to={`/jobs/${serviceRequest.job_id}`}>Job {serviceRequest.job_id}</TextLink>
        ),
      ],
      ['Source', SOURCE_NAMES[serviceRequest.source]],
      [
        'Received',
        <>
          <Ago value={serviceRequest.created_at} />, <Time value={serviceRequest.created_at} />
        </>,
      ],
    ]}
  />
);

function CustomerLink({ serviceRequest }: RequestProps) {
  const { customer_id: id, customer_name: name, customer_removed: isRemoved } = serviceRequest;
  if (id === null) return <None>Not a customer yet</None>;
  return (
    <>
      <TextLink to={`/customers/${id}`}>{name ?? id}</TextLink>
      {isRemoved && ' (removed)'}
    </>
  );
}

function Actions({ serviceRequest }: RequestProps) {
  const [open, setOpen] = useState<'customer' | 'job' | 'decline'>();
  const [customer, setCustomer] = useState<Choice>();
  const close = (): void => setOpen(undefined);
  const isStranger = serviceRequest.customer_id === null && !customer;
  // The dialog stays open when somebody else decides the serviceRequest.
  return (
    <>
      <PhoneActions phone={serviceRequest.contact_phone} address={undefined} />
      {serviceRequest.status === 'New' && (
        <Permitted right="change_customers">
          {isStranger && <Button onClick={() => setOpen('customer')}>New customer and job</Button>}
          <Button variant={isStranger ? 'default' : 'filled'} onClick={() => setOpen('job')}>
            Create job
          </Button>
          <Button variant="default" onClick={() => setOpen('decline')}>
            Decline
          </Button>
        </Permitted>
      )}
      {open === 'customer' && (
        <NewCustomerDialog
          prefilled={{
            customer_name: serviceRequest.contact_name,
            customer_email: serviceRequest.contact_email ?? '',
            customer_phone: serviceRequest.contact_phone ?? '',
          }}
          onCreated={(created) => {
            setCustomer(created);
            setOpen('job');
            void reloadRecords('customer');
          }}
          onClose={close}
        />
      )}
      {open === 'job' && (
        <CreateJobDialog serviceRequest={serviceRequest} customer={customer} onClose={close} />
      )}
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
