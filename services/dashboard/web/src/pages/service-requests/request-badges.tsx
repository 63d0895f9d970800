import type { MantineColor } from '@mantine/core';
import type { ServiceRequestResponse } from '../../../../contract/responses';
import type { RequestStatus as Known } from '../../../../contract/values';
import { StatusBadge } from '../../shown/status';
import { soundsUrgent } from './urgency';

const COLORS = {
  'New': 'blue',
  'Job created': 'green',
  'Declined': 'gray',
} as const satisfies Readonly<Record<Known, MantineColor>>;

export const RequestStatusBadge = ({ status }: { readonly status: Known }) => (
  <StatusBadge color={COLORS[status]}>{status}</StatusBadge>
);

export const Urgency = ({ description }: Pick<ServiceRequestResponse, 'description'>) =>
  soundsUrgent(description) && <StatusBadge color="red">Sounds urgent</StatusBadge>;

export const SOURCE_NAMES = {
  portal: 'Customer portal',
  booking: 'Booking page',
} as const satisfies Readonly<Record<ServiceRequestResponse['source'], string>>;
