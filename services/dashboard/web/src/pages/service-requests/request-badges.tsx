import type { MantineColor } from '@mantine/core';
import type { ServiceRequestResponse } from '../../../../contract/responses';
import type { RequestStatus as Known } from '../../../../contract/values';
import { Status } from '../../shown/status';

const COLORS = {
  'New': 'blue',
  'Job created': 'green',
  'Declined': 'gray',
} as const satisfies Readonly<Record<Known, MantineColor>>;

export const RequestStatus = ({ status }: { readonly status: Known }) => (
  <Status color={COLORS[status]}>{status}</Status>
);

export const SOURCE_NAMES = {
  portal: 'Customer portal',
  booking: 'Booking page',
} as const satisfies Readonly<Record<ServiceRequestResponse['source'], string>>;
