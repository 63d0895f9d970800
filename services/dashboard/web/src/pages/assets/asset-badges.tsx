import type { MantineColor } from '@mantine/core';
import type { AssetStatus as Known } from '../../../../contract/values';
import { StatusBadge } from '../../shown/status';
import { useTimes } from '../../shown/times';
import { toCapitalized } from '../../shown/wording';

const STATUS_COLORS: Readonly<Record<string, MantineColor>> = {
  'Active': 'green',
  'Idle': 'gray',
  'In Maintenance': 'yellow',
  'Pending Install': 'blue',
  'In Transit': 'indigo',
  'Lost': 'red',
  'Non-Compliant': 'orange',
  'Decommissioned': 'dark',
  'Retired': 'dark',
} satisfies Readonly<Record<Known, MantineColor>>;

/** A newer release may send a status that is unknown here. */
export const AssetStatusBadge = ({ status }: { readonly status: string }) => (
  <StatusBadge color={STATUS_COLORS[status] ?? 'gray'}>{status}</StatusBadge>
);

export function DateText({ value }: { readonly value: string }) {
  return <time dateTime={value}>{useTimes().date(value)}</time>;
}

export const toChoices = (words: readonly string[]) =>
  words.map((value) => ({ value, label: toCapitalized(value) }));
