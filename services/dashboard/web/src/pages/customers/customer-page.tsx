import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import type { CustomerResponse } from '../../../../contract/responses';
import { toLocationChoice } from '../../choosers/location-chooser';
import { DeletionActions } from '../../forms/deletion-actions';
import { RecordColumns } from '../../records/record-columns';
import { RecordPage } from '../../records/record-page';
import { DialogButton } from '../../forms/dialog-button';
import { Permitted } from '../../session/may-use';
import { PhoneActions } from '../../shown/address';
import { Email, Phone } from '../../shown/contact';
import { formatCount } from '../../shown/format-count';
import { Facts, OriginFacts } from '../../shown/facts';
import { Section } from '../../shown/section';
import { Time } from '../../shown/times';
import { NewAssetDialog } from '../assets/asset-dialogs';
import { NewJobDialog } from '../jobs/new-job-dialog';
import { AddLocationDialog } from './add-location-dialog';
import { CustomerHistory } from './customer-history';
import { CustomerAssets, CustomerJobs, CustomerLocations, useLocations } from './customer-lists';
import { EditCustomerDialog } from './edit-customer-dialog';

export default function CustomerPage() {
  return (
    <RecordPage<CustomerResponse>
      kind="Customer"
      path="customers"
      getName={(customer) => customer.customer_name}
      actions={(customer) => <Actions customer={customer} />}
    >
      {(customer) => <Details customer={customer} />}
    </RecordPage>
  );
}

interface CustomerProps {
  readonly customer: CustomerResponse;
}

function Details({ customer }: CustomerProps) {
  const { customer_id: id, removed_at: removedAt } = customer;
  return (
    <>
      {removedAt !== null && (
        <Alert variant="outline" color="yellow" mb="lg">
          This customer was removed on <Time value={removedAt} />. Restore it to show it in lists
          and the API again.
        </Alert>
      )}
      <RecordColumns rail={<CustomerFacts customer={customer} />}>
        <Section name="Open jobs">
          <CustomerJobs id={id} isOpen />
        </Section>
        <Section
          name="Locations"
          action={
            <DialogButton
              name="Add location"
              right="change_customers"
              isOffered={removedAt === null}
              dialog={(close) => <AddLocationDialog customerId={id} onClose={close} />}
            />
          }
        >
          <CustomerLocations id={id} />
        </Section>
        <Section name="Assets">
          <CustomerAssets id={id} />
        </Section>
        <Section name="Closed jobs">
          <CustomerJobs id={id} isOpen={false} />
        </Section>
        <Section name="History">
          <CustomerHistory customerId={id} />
        </Section>
      </RecordColumns>
    </>
  );
}

const CustomerFacts = ({ customer }: CustomerProps) => (
  <>
    <Facts
      facts={[
        ['Phone', <Phone number={customer.customer_phone} />],
        ['E-mail', <Email address={customer.customer_email} />],
        ['Response time', formatCount(customer.default_sla_hours, 'hour')],
        ['Tax exempt', customer.tax_exempt ? 'Yes' : 'No'],
        ['Reason for exemption', customer.tax_exemption_reason],
      ]}
    />
    <OriginFacts record={customer} />
  </>
);

function Actions({ customer }: CustomerProps) {
  const [open, setOpen] = useState<'job' | 'asset' | 'edit'>();
  const close = (): void => setOpen(undefined);
  const { customer_id: id, customer_name: name, removed_at: removedAt } = customer;
  const { rows: locations = [] } = useLocations(id);
  const [first, second] = locations;
  const place = {
    customer: { id, name },
    location: first && !second ? toLocationChoice(first) : undefined,
  };
  // The dialog stays open when somebody else removes the customer.
  return (
    <>
      <PhoneActions phone={customer.customer_phone} address={first} />
      <DeletionActions
        what="customer"
        path={`customers/${id}`}
        verb="remove"
        isDeleted={removedAt !== null}
        consequences={
          <>
            This removes {name} and its locations from all lists and the API. Its jobs are kept. Its
            e-mail and phone stay reserved. You can restore it later.
          </>
        }
      >
        <Button onClick={() => setOpen('job')}>New job</Button>
        <Permitted right="change_assets">
          <Button variant="default" onClick={() => setOpen('asset')}>
            New asset
          </Button>
        </Permitted>
        <Button variant="default" onClick={() => setOpen('edit')}>
          Edit
        </Button>
      </DeletionActions>
      {open === 'job' && <NewJobDialog {...place} onClose={close} />}
      {open === 'asset' && <NewAssetDialog {...place} onClose={close} />}
      {open === 'edit' && <EditCustomerDialog customer={customer} onClose={close} />}
    </>
  );
}
