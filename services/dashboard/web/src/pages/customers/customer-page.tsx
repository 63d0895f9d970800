import { Alert, Badge, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type {
  CustomerResponse,
  ListedAssetResponse,
  ListedJobResponse,
  LocationResponse,
} from '../../../../contract/responses';
import { DeletionActions } from '../../forms/deletion-actions';
import { RecordPage } from '../../records/record-page';
import { RecordTable } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { DialogButton } from '../../forms/dialog-button';
import { Email, Phone } from '../../shown/contact';
import { formatCount } from '../../shown/format-count';
import { Facts } from '../../shown/facts';
import { None } from '../../shown/none';
import { Section } from '../../shown/section';
import { Time } from '../../shown/times';
import { AssetStatusBadge } from '../assets/asset-badges';
import { JobStatusBadge, TimeRange } from '../jobs/job-badges';
import { AddLocationDialog } from './add-location-dialog';
import { CustomerHistory } from './customer-history';
import { EditCustomerDialog } from './edit-customer-dialog';

export default function CustomerPage() {
  return (
    <RecordPage<CustomerResponse>
      name="Customer"
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
    <Stack gap="xl">
      {removedAt !== null && (
        <Alert variant="outline" color="yellow">
          This customer was removed on <Time value={removedAt} />. Restore it to show it in lists
          and the API again.
        </Alert>
      )}
      <Facts
        facts={[
          ['Number', id],
          ['Name', customer.customer_name],
          ['E-mail', <Email address={customer.customer_email} />],
          ['Phone', <Phone number={customer.customer_phone} />],
          ['Response time', formatCount(customer.default_sla_hours, 'hour')],
          ['Tax exempt', customer.tax_exempt ? 'Yes' : 'No'],
          ['Reason for exemption', customer.tax_exemption_reason],
          ['External id', customer.external_id],
          ['Created', <Time value={customer.created_at} />],
          ['Updated', <Time value={customer.updated_at} />],
        ]}
      />
      <Section
        name="Locations"
        action={
          <DialogButton
            name="Add location"
            isOffered={removedAt === null}
            dialog={(close) => <AddLocationDialog customerId={id} onClose={close} />}
          />
        }
      >
        <Locations id={id} />
      </Section>
      <Section name="Jobs">
        <Jobs id={id} />
      </Section>
      <Section name="Assets">
        <Assets id={id} />
      </Section>
      <Section name="History">
        <CustomerHistory customerId={id} />
      </Section>
    </Stack>
  );
}

interface CustomerIdProps {
  readonly id: number;
}

function Locations({ id }: CustomerIdProps) {
  const path = `customers/${id}/locations`;
  const locations = useRecords<LocationResponse>(path, [], { pageName: 'locations_page' });
  return (
    <RecordTable
      name="Locations"
      records={locations}
      columns={[
        {
          name: 'Location',
          width: '30%',
          cell: (location) => (
            <Group gap="xs">
              {location.location_name}
              {location.is_primary && <Badge variant="default">Primary</Badge>}
            </Group>
          ),
        },
        {
          name: 'Address',
          cell: (location) =>
            `${location.address_street}, ${location.address_city}, ${location.address_state} ${location.address_zip}`,
        },
        {
          name: 'On site',
          width: '18%',
          cell: (location) => <OnSite {...location} />,
        },
        { name: 'Notes', cell: (location) => location.notes ?? <None>None</None> },
      ]}
      getKey={(location) => location.location_id}
      empty="No locations yet. Add one to create jobs here."
    />
  );
}

function OnSite({ contact_phone: phone, contact_email: email }: LocationResponse) {
  if (!phone && !email) return <None>No contact</None>;
  return (
    <>
      {phone && <Phone number={phone} />}
      {phone && email && <br />}
      {email && <Email address={email} />}
    </>
  );
}

function Jobs({ id }: CustomerIdProps) {
  const jobs = useRecords<ListedJobResponse>(`customers/${id}/jobs`, [], { pageName: 'jobs_page' });
  return (
    <RecordTable
      name="Jobs"
      records={jobs}
      columns={[
        {
          name: 'Job',
          width: '40%',
          to: (job) => `/jobs/${job.job_id}`,
          cell: (job) => job.job_title,
        },
        { name: 'Status', cell: (job) => <JobStatusBadge status={job.job_status} /> },
        { name: 'Location', cell: (job) => job.customer_location_name },
        {
          name: 'Scheduled',
          cell: (job) => <TimeRange start={job.scheduled_start} end={job.scheduled_end} />,
        },
      ]}
      getKey={(job) => job.job_id}
      empty="No jobs yet."
    />
  );
}

function Assets({ id }: CustomerIdProps) {
  const options = { pageName: 'assets_page' };
  const assets = useRecords<ListedAssetResponse>(`customers/${id}/assets`, [], options);
  return (
    <RecordTable
      name="Assets"
      records={assets}
      columns={[
        { name: 'Tag', isCode: true, cell: (asset) => asset.asset_tag },
        {
          name: 'Asset',
          width: '30%',
          to: (asset) => `/assets/${asset.asset_id}`,
          cell: (asset) => asset.asset_name,
        },
        { name: 'Type', cell: (asset) => asset.asset_type_name },
        { name: 'Status', cell: (asset) => <AssetStatusBadge status={asset.status} /> },
        { name: 'Location', cell: (asset) => asset.location_name },
      ]}
      getKey={(asset) => asset.asset_id}
      empty="No assets at this customer's locations."
    />
  );
}

function Actions({ customer }: CustomerProps) {
  const [isEdited, setEdited] = useState(false);
  // The dialog stays open when somebody else removes the customer.
  return (
    <>
      <DeletionActions
        what="customer"
        path={`customers/${customer.customer_id}`}
        verb="remove"
        isDeleted={customer.removed_at !== null}
        consequences={
          <>
            This removes {customer.customer_name} and its locations from all lists and the API. Its
            jobs are kept. Its e-mail and phone stay reserved. You can restore it later.
          </>
        }
      >
        <Button variant="default" onClick={() => setEdited(true)}>
          Edit
        </Button>
      </DeletionActions>
      {isEdited && <EditCustomerDialog customer={customer} onClose={() => setEdited(false)} />}
    </>
  );
}
