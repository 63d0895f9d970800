import type { DeliveryStatus as Known } from '../../../../contract/values';
import { Status } from '../../shown/status';

const SHOWN = {
  pending: { name: 'Pending', color: 'gray' },
  retrying: { name: 'Retrying', color: 'yellow' },
  succeeded: { name: 'Succeeded', color: 'green' },
  failed: { name: 'Failed', color: 'red' },
} as const satisfies Readonly<Record<Known, object>>;

export const nameOfStatus = (status: Known): string => SHOWN[status].name;

export const DeliveryStatus = ({ status }: { readonly status: Known }) => (
  <Status color={SHOWN[status].color}>{SHOWN[status].name}</Status>
);
