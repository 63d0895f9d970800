import { Text, type MantineColor } from '@mantine/core';
import type { JobResponse, ReservationResponse } from '../../../../contract/responses';
import { RowTable } from '../../records/record-table';
import { FailureAlert } from '../../shown/failure-alert';
import { formatNumber } from '../../shown/format-number';
import { StatusBadge } from '../../shown/status';
import { TextLink } from '../../shown/text-link';
import { useReservation } from './use-reservation';

const STATUSES: Readonly<
  Record<ReservationResponse['status'], { readonly name: string; readonly color: MantineColor }>
> = {
  reserved: { name: 'Reserved', color: 'green' },
  waiting: { name: 'Waiting for stock', color: 'yellow' },
  released: { name: 'Released', color: 'gray' },
  consumed: { name: 'Used', color: 'blue' },
};

type Part = JobResponse['required_parts'][number];

export function RequiredParts({ job }: { readonly job: JobResponse }) {
  const { data, error, refetch } = useReservation(job);
  const reservation = data ?? undefined;
  const known = (part: Part) =>
    reservation?.parts.find(
      (each) => each.item_id === part.item_id && each.location_id === part.location_id,
    );
  return (
    <>
      {error && <FailureAlert what="the reservations" error={error} onRetry={refetch} />}
      <RowTable
        name="Required parts"
        rows={job.required_parts}
        getKey={(part) => `${part.item_id} ${part.location_id}`}
        columns={[
          {
            name: 'Part',
            width: '40%',
            cell: (part) => (
              <>
                <TextLink to={`/inventory/${part.item_id}`}>
                  {known(part)?.part_name ?? `Item ${part.item_id}`}
                </TextLink>
                <Text size="xs" c="dimmed">
                  {known(part)?.part_number}
                </Text>
              </>
            ),
          },
          {
            name: 'From',
            cell: (part) => known(part)?.location_name ?? `Location ${part.location_id}`,
          },
          { name: 'Quantity', isNumber: true, cell: ({ quantity }) => formatNumber(quantity) },
          {
            name: 'Reserved',
            cell: (part) =>
              reservation && (
                <Reserved status={reservation.status} available={known(part)?.available} />
              ),
          },
        ]}
      />
    </>
  );
}

interface ReservedProps extends Pick<ReservationResponse, 'status'> {
  readonly available: number | undefined;
}

function Reserved({ status, available }: ReservedProps) {
  const { name, color } = STATUSES[status];
  return (
    <>
      <StatusBadge color={color}>{name}</StatusBadge>
      {status === 'waiting' && available !== undefined && (
        <Text size="xs" c="dimmed" mt={2}>
          {formatNumber(available)} available
        </Text>
      )}
    </>
  );
}
