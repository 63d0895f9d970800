import type { MantineColor } from '@mantine/core';
import type { TransactionResponse } from '../../../../contract/responses';
import type { LocationType } from '../../../../contract/values';
import { formatNumber } from '../../shown/format-number';
import { StatusBadge } from '../../shown/status';

export const LowStockBadge = () => <StatusBadge color="orange">Low stock</StatusBadge>;

export const LocationStatus = ({ isActive }: { readonly isActive: boolean }) => (
  <StatusBadge color={isActive ? 'green' : 'gray'}>{isActive ? 'Active' : 'Inactive'}</StatusBadge>
);

export const LOCATION_TYPE_NAMES = {
  warehouse: 'Warehouse',
  vehicle: 'Vehicle',
  technician: 'Technician',
  job_site: 'Job site',
  other: 'Other',
} as const satisfies Readonly<Record<LocationType, string>>;

const TRANSACTIONS = {
  Add: { name: 'Added', color: 'green' },
  Remove: { name: 'Removed', color: 'red' },
  Transfer_out: { name: 'Transferred out', color: 'blue' },
  Transfer_in: { name: 'Transferred in', color: 'blue' },
  Adjust: { name: 'Adjusted', color: 'yellow' },
  Reserve: { name: 'Reserved', color: 'grape' },
  Release: { name: 'Released', color: 'gray' },
  Job_complete: { name: 'Used', color: 'teal' },
} as const satisfies Readonly<
  Record<
    TransactionResponse['transaction_type'],
    { readonly name: string; readonly color: MantineColor }
  >
>;

export const TransactionKind = ({
  type,
}: {
  readonly type: TransactionResponse['transaction_type'];
}) => <StatusBadge color={TRANSACTIONS[type].color}>{TRANSACTIONS[type].name}</StatusBadge>;

export const TRANSACTION_CHOICES = Object.entries(TRANSACTIONS).map(([value, { name }]) => ({
  value,
  label: name,
}));

export const formatSigned = (quantity: number): string =>
  `${quantity > 0 ? '+' : '−'}${formatNumber(Math.abs(quantity))}`;
