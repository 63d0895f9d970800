import { Badge, Group } from '@mantine/core';
import type {
  ListedAssetResponse,
  ListedJobResponse,
  LocationResponse,
} from '../../../../contract/responses';
import { RecordTable } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { AddressWithMap } from '../../shown/address';
import { Email, Phone } from '../../shown/contact';
import { None } from '../../shown/none';
import { AssetStatusBadge } from '../assets/asset-badges';
import { JobStatusBadge, TimeRange } from '../jobs/job-badges';

interface CustomerIdProps {
  readonly id: number;
}

export function useLocations(id: number) {
  return useRecords<LocationResponse>(`customers/${id}/locations`, [], {
    pageName: 'locations_page',
  });
}

export function CustomerLocations({ id }: CustomerIdProps) {
  return (
    <RecordTable
      name="Locations"
      records={useLocations(id)}
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
          isName: true,
          cell: (location) => <AddressWithMap address={location} />,
        },
        {
          name: 'On site',
          width: '22%',
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

interface JobsProps extends CustomerIdProps {
  readonly isOpen: boolean;
}

export function CustomerJobs({ id, isOpen }: JobsProps) {
  const jobs = useRecords<ListedJobResponse>(`customers/${id}/jobs`, [], {
    fixedFilters: { open: String(isOpen) },
    pageName: isOpen ? 'jobs_page' : 'closed_page',
  });
  return (
    <RecordTable
      name={isOpen ? 'Open jobs' : 'Closed jobs'}
      records={jobs}
      columns={[
        {
          name: 'Job',
          width: '40%',
          to: (job) => `/jobs/${job.job_id}`,
          cell: (job) => job.job_title,
        },
        { name: 'Status', cell: (job) => <JobStatusBadge status={job.job_status} /> },
        { name: 'Location', isName: true, cell: (job) => job.customer_location_name },
        {
          name: 'Scheduled',
          cell: (job) => <TimeRange start={job.scheduled_start} end={job.scheduled_end} />,
        },
      ]}
      getKey={(job) => job.job_id}
      empty={isOpen ? 'No open jobs.' : 'No closed jobs.'}
    />
  );
}

export function CustomerAssets({ id }: CustomerIdProps) {
  const options = { pageName: 'assets_page' };
  const assets = useRecords<ListedAssetResponse>(`customers/${id}/assets`, [], options);
  return (
    <RecordTable
      name="Assets"
      records={assets}
      columns={[
        {
          name: 'Tag',
          isCode: true,
          phone: 'plain',
          to: (asset) => `/assets/${asset.asset_id}`,
          cell: (asset) => asset.asset_tag,
        },
        {
          name: 'Asset',
          phone: 'title',
          width: '30%',
          isName: true,
          to: (asset) => `/assets/${asset.asset_id}`,
          cell: (asset) => asset.asset_name,
        },
        { name: 'Type', isName: true, cell: (asset) => asset.asset_type_name },
        { name: 'Status', cell: (asset) => <AssetStatusBadge status={asset.status} /> },
        { name: 'Location', isName: true, cell: (asset) => asset.location_name },
      ]}
      getKey={(asset) => asset.asset_id}
      empty="No assets at this customer's locations."
    />
  );
}
