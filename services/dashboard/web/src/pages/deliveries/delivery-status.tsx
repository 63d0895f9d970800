import type { DeliveryStatus } from '../../../../contract/values';
import { StatusBadge } from '../../shown/status';
import classes from './delivery-status.module.css';

const BADGES = {
  pending: { name: 'Pending', color: 'gray' },
  retrying: { name: 'Retrying', color: 'yellow' },
  succeeded: { name: 'Succeeded', color: 'green' },
  failed: { name: 'Failed', color: 'red' },
  filtered: { name: 'Filtered', color: 'gray' },
} as const satisfies Readonly<Record<DeliveryStatus, object>>;

export const getStatusName = (status: DeliveryStatus): string => BADGES[status].name;

export const DeliveryStatusBadge = ({ status }: { readonly status: DeliveryStatus }) => (
  <span className={status === 'failed' ? classes['failed'] : undefined}>
    <StatusBadge color={BADGES[status].color}>{BADGES[status].name}</StatusBadge>
  </span>
);
