import type { ListedDeliveryResponse } from '../../../../contract/responses';
import type { Column } from '../../records/record-table';
import { Time } from '../../shown/times';
import { DeliveryStatusBadge } from './delivery-status';
import { toOutcomeText } from './outcome';

export const EVENT_COLUMN: Column<ListedDeliveryResponse> = {
  name: 'Event',
  width: '20%',
  to: (delivery) => `/webhooks/deliveries/${delivery.id}`,
  cell: ({ event }) => event,
};

export const OUTCOME_COLUMNS: readonly Column<ListedDeliveryResponse>[] = [
  { name: 'Status', cell: ({ status }) => <DeliveryStatusBadge status={status} /> },
  { name: 'Response', cell: (delivery) => toOutcomeText(delivery), phone: 'plain' },
  { name: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true, phone: 'hidden' },
  {
    name: 'Time',
    cell: (delivery) => <Time value={delivery.created_at} hasSeconds />,
    phone: 'plain',
  },
];
