import type { MantineColor } from '@mantine/core';
import type { AvailabilityStatus, TechnicianStatus as Known } from '../../../../contract/values';
import { Status } from '../../shown/status';

const STATUS_COLORS = {
  Active: 'green',
  Inactive: 'gray',
} as const satisfies Readonly<Record<Known, MantineColor>>;

export const TechnicianStatus = ({ status }: { readonly status: Known }) => (
  <Status color={STATUS_COLORS[status]}>{status}</Status>
);

const AVAILABILITY_COLORS = {
  Available: 'green',
  Busy: 'yellow',
  Offline: 'gray',
} as const satisfies Readonly<Record<AvailabilityStatus, MantineColor>>;

export const Availability = ({ status }: { readonly status: AvailabilityStatus }) => (
  <Status color={AVAILABILITY_COLORS[status]}>{status}</Status>
);

export const DAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

const MINUTES = '08:00'.length;

export const minuteOf = (time: string): string => time.slice(0, MINUTES);
