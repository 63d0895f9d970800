import { Group } from '@mantine/core';
import type { ServiceRequestResponse } from '../../../../contract/responses';
import { REQUEST_STATUSES } from '../../../../contract/values';
import { FilterRow } from '../../records/filter-row';
import { SelectFilter } from '../../records/filters';
import { RecordTable } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { PageFrame } from '../../shown/page';
import { Ago } from '../../shown/times';
import { RequestStatusBadge, SOURCE_NAMES, Urgency } from './request-badges';

export default function ServiceRequestsPage() {
  const requests = useRecords<ServiceRequestResponse, 'status'>('service-requests', ['status']);
  return (
    <PageFrame name="Service requests">
      <FilterRow of={requests}>
        <SelectFilter of={requests} by="status" label="Status" data={REQUEST_STATUSES} w={170} />
      </FilterRow>
      <RecordTable
        name="Service requests"
        records={requests}
        columns={[
          {
            name: 'Received',
            cell: (request) => <Ago value={request.created_at} />,
            phone: 'plain',
          },
          { name: 'From', cell: (request) => request.contact_name, phone: 'plain' },
          {
            name: 'Subject',
            width: '40%',
            to: (request) => `/service-requests/${request.service_request_id}`,
            cell: ({ subject }) => subject,
          },
          { name: 'Source', cell: ({ source }) => SOURCE_NAMES[source], phone: 'hidden' },
          {
            name: 'Status',
            cell: (request) => (
              <Group gap={4}>
                <RequestStatusBadge status={request.status} />
                <Urgency {...request} />
              </Group>
            ),
          },
        ]}
        getKey={(request) => request.service_request_id}
        empty="No service requests yet. Requests from your customers and website arrive here."
      />
    </PageFrame>
  );
}
