import { Box } from '@mantine/core';
import type { ListedDeliveryResponse } from '../../../../contract/responses';
import { DELIVERY_STATUSES, EVENT_MEANINGS } from '../../../../contract/values';
import { EndpointChooser } from '../../choosers/endpoint-chooser';
import { DialogButton } from '../../forms/dialog-button';
import { FilterGroup, FilterRow } from '../../records/filter-row';
import { SelectFilter, TimeFilter } from '../../records/filters';
import { RecordTable } from '../../records/record-table';
import { useRecords, type ListedRecords } from '../../records/use-records';
import { PageFrame } from '../../shown/page';
import { EVENT_COLUMN, OUTCOME_COLUMNS } from './delivery-columns';
import { getStatusName } from './delivery-status';
import { DeliveryEndpoint } from './delivery-endpoint';
import { DeliveriesChart } from './deliveries-chart';
import { ResendFailedDialog } from './resend-failed-dialog';
import { ResendFromLink } from './resend-from-link';

type Filter = 'endpoint_id' | 'event' | 'event_id' | 'status' | 'from' | 'to';
const FILTERS: readonly Filter[] = ['endpoint_id', 'event', 'event_id', 'status', 'from', 'to'];

export default function DeliveriesPage() {
  const deliveries = useRecords<ListedDeliveryResponse, Filter>('webhooks/deliveries', FILTERS);
  return (
    <PageFrame
      name="Deliveries"
      about="Requests sent to your endpoints in the last 30 days."
      actions={
        <DialogButton
          name="Resend failed"
          size="sm"
          dialog={(close) => (
            <ResendFailedDialog endpointId={deliveries.filters.endpoint_id} onClose={close} />
          )}
        />
      }
    >
      <ResendFromLink />
      <Filters records={deliveries} />
      <Box visibleFrom="sm" mb="md">
        <DeliveriesChart endpointId={deliveries.filters.endpoint_id} />
      </Box>
      <RecordTable
        name="Deliveries"
        records={deliveries}
        columns={[
          EVENT_COLUMN,
          {
            name: 'Endpoint',
            phone: 'plain',
            isAddress: true,
            width: '35%',
            cell: (delivery) => <DeliveryEndpoint delivery={delivery} />,
          },
          ...OUTCOME_COLUMNS,
        ]}
        getKey={(delivery) => delivery.id}
        empty="No deliveries yet. Add an endpoint to start. Deliveries are kept for 30 days."
      />
    </PageFrame>
  );
}

const EVENTS = [...Object.keys(EVENT_MEANINGS), 'ping'];
const STATUSES = DELIVERY_STATUSES.map((value) => ({ value, label: getStatusName(value) }));

function Filters({ records }: { readonly records: ListedRecords<ListedDeliveryResponse, Filter> }) {
  const { filters, filter } = records;
  return (
    <FilterRow of={records}>
      <EndpointChooser
        w={260}
        placeholder="All"
        value={filters.endpoint_id === undefined ? null : Number(filters.endpoint_id)}
        onChange={(id) => filter({ endpoint_id: id === null ? undefined : String(id) })}
      />
      <SelectFilter of={records} by="event" label="Event" data={EVENTS} searchable w={190} />
      <SelectFilter of={records} by="status" label="Status" data={STATUSES} w={140} />
      <FilterGroup>
        <TimeFilter of={records} by="from" label="From" type="datetime-local" />
        <TimeFilter of={records} by="to" label="To" type="datetime-local" />
      </FilterGroup>
    </FilterRow>
  );
}
