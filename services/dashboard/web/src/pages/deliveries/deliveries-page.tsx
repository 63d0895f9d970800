import type { ListedDeliveryResponse } from '../../../../contract/responses';
import { DELIVERY_STATUSES, EVENT_MEANINGS } from '../../../../contract/values';
import { EndpointChooser } from '../../choosers/endpoint-chooser';
import { DialogButton } from '../../forms/dialog-button';
import { FilterGroup, FilterRow } from '../../records/filter-row';
import { SelectFilter, TimeFilter } from '../../records/filters';
import { RecordTable } from '../../records/record-table';
import { useRecords, type ListedRecords } from '../../records/use-records';
import { Breakable } from '../../shown/breakable';
import { PageFrame } from '../../shown/page';
import { Time } from '../../shown/times';
import { None } from '../../shown/none';
import { DeliveryStatusBadge, getStatusName } from './delivery-status';
import { toOutcomeText } from './outcome';
import { ResendFailedDialog } from './resend-failed-dialog';

type Filter = 'endpoint_id' | 'event' | 'status' | 'from' | 'to';
const FILTERS: readonly Filter[] = ['endpoint_id', 'event', 'status', 'from', 'to'];

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
      <Filters records={deliveries} />
      <RecordTable
        name="Deliveries"
        records={deliveries}
        columns={[
          {
            name: 'Event',
            width: '20%',
            to: (delivery) => `/webhooks/deliveries/${delivery.id}`,
            cell: ({ event }) => event,
          },
          {
            name: 'Endpoint',
            phone: 'plain',
            isAddress: true,
            width: '35%',
            cell: (delivery) => renderEndpoint(delivery),
          },
          { name: 'Status', cell: ({ status }) => <DeliveryStatusBadge status={status} /> },
          { name: 'Response', cell: (delivery) => toOutcomeText(delivery), phone: 'plain' },
          { name: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true, phone: 'hidden' },
          {
            name: 'Time',
            cell: (delivery) => <Time value={delivery.created_at} />,
            phone: 'plain',
          },
        ]}
        getKey={(delivery) => delivery.id}
        empty="No deliveries yet. Add an endpoint to start. Deliveries are kept for 30 days."
      />
    </PageFrame>
  );
}

const renderEndpoint = ({ endpoint_url: url }: ListedDeliveryResponse) =>
  url === null ? <None>Deleted</None> : <Breakable text={url} />;

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
