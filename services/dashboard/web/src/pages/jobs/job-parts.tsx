import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MantineColor } from '@mantine/core';
import type { JobAnswer, ReservationAnswer } from '../../../../contract/jobs';
import { ask } from '../../server/ask';
import { Failure } from '../../shown/failure';
import { Status } from '../../shown/status';

const STATUSES: Readonly<
  Record<ReservationAnswer['status'], { readonly name: string; readonly color: MantineColor }>
> = {
  reserved: { name: 'Reserved', color: 'green' },
  waiting: { name: 'Waiting for stock', color: 'yellow' },
  released: { name: 'Released', color: 'gray' },
  consumed: { name: 'Used', color: 'blue' },
};

/** The parts that a job needs, and what inventory holds for it. */
export function RequiredParts({ job }: { readonly job: JobAnswer }) {
  const path = `jobs/${job.job_id}/reservation`;
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: () => ask<ReservationAnswer | null>('GET', path),
  });
  const reservation = data?.data ?? undefined;
  return (
    <>
      {error && <Failure what="What is reserved" error={error} onRetry={() => void refetch()} />}
      <Table aria-label="Required parts">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Part</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th ta="right">Quantity</Table.Th>
            <Table.Th>Reserved</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {job.required_parts.map((part) => {
            const known = reservation?.parts.find(
              (each) => each.item_id === part.item_id && each.location_id === part.location_id,
            );
            return (
              <Table.Tr key={`${part.item_id} ${part.location_id}`}>
                <Table.Td>
                  {known?.part_name ?? `Item ${part.item_id}`}
                  {known?.part_number && (
                    <Text size="xs" c="dimmed">
                      {known.part_number}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{known?.location_name ?? `Location ${part.location_id}`}</Table.Td>
                <Table.Td ta="right">{part.quantity}</Table.Td>
                <Table.Td>
                  {reservation && known && (
                    <>
                      <Status color={STATUSES[reservation.status].color}>
                        {STATUSES[reservation.status].name}
                      </Status>
                      {reservation.status === 'waiting' && (
                        <Text size="xs" c="dimmed" mt={2}>
                          {known.available} available
                        </Text>
                      )}
                    </>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </>
  );
}
