import type { DeliveryStatus as Known } from '../../../../contract/values';
import { StatusBadge } from '../../shown/status';
import classes from './delivery-status.module.css';

const SHOWN = {
  pending: { name: 'Pending', color: 'gray' },
  retrying: { name: 'Retrying', color: 'yellow' },
  succeeded: { name: 'Succeeded', color: 'green' },
  failed: { name: 'Failed', color: 'red' },
} as const satisfies Readonly<Record<Known, object>>;

export const getStatusName = (status: Known): string => SHOWN[status].name;

export const DeliveryStatusBadge = ({ status }: { readonly status: Known }) => (
  <span className={status === 'failed' ? classes['failed'] : undefined}>
    <StatusBadge color={SHOWN[status].color}>{SHOWN[status].name}</StatusBadge>
  </span>
);
