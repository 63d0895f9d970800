import type { MantineColor } from '@mantine/core';
import type { AvailabilityStatus, TechnicianStatus as Known } from '../../../../contract/values';
import { StatusBadge } from '../../shown/status';

const STATUS_COLORS = {
  Active: 'green',
  Inactive: 'gray',
} as const satisfies Readonly<Record<Known, MantineColor>>;

export const TechnicianStatusBadge = ({ status }: { readonly status: Known }) => (
  <StatusBadge color={STATUS_COLORS[status]}>{status}</StatusBadge>
);

const AVAILABILITY_COLORS = {
  Available: 'green',
  Busy: 'yellow',
  Offline: 'gray',
} as const satisfies Readonly<Record<AvailabilityStatus, MantineColor>>;

export const AvailabilityBadge = ({ status }: { readonly status: AvailabilityStatus }) => (
  <StatusBadge color={AVAILABILITY_COLORS[status]}>{status}</StatusBadge>
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

export const trimSeconds = (time: string): string => time.slice(0, MINUTES);
