import { Group, Text } from '@mantine/core';
import type { TransactionResponse } from '../../../../contract/responses';
import { SelectFilter } from '../../records/filters';
import { RecordTable } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { None } from '../../shown/none';
import { Time } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { formatSigned, TRANSACTION_CHOICES, TransactionKind } from './inventory-badges';

export function Ledger({ itemId }: { readonly itemId: number }) {
  const entries = useRecords<TransactionResponse, 'type'>(`inventory/${itemId}/transactions`, [
    'type',
  ]);
  return (
    <>
      <Group mb="md">
        <SelectFilter
          of={entries}
          by="type"
          label="Transaction"
          data={TRANSACTION_CHOICES}
          w={190}
        />
      </Group>
      <RecordTable
        name="Ledger"
        records={entries}
        columns={[
          { name: 'Time', width: '18%', cell: (entry) => <Time value={entry.created_at} /> },
          {
            name: 'Transaction',
            cell: (entry) => <TransactionKind type={entry.transaction_type} />,
          },
          { name: 'Quantity', isNumber: true, cell: ({ quantity }) => formatSigned(quantity) },
          { name: 'Location', width: '20%', cell: (entry) => <Places {...entry} /> },
          { name: 'Who', cell: ({ who }) => who ?? <None>Unknown</None> },
          { name: 'Notes', width: '22%', cell: (entry) => <Notes {...entry} /> },
        ]}
        getKey={(entry) => entry.id}
        empty="No stock movements yet."
      />
    </>
  );
}

function Places({
  quantity,
  location_name: name,
  related_location_name: other,
}: TransactionResponse) {
  return (
    <>
      {name}
      {other !== null && (
        <Text size="xs" c="dimmed">
          {quantity < 0 ? `To ${other}` : `From ${other}`}
        </Text>
      )}
    </>
  );
}

function Notes({ job_id: jobId, notes }: TransactionResponse) {
  if (jobId === null) return notes;
  return <TextLink to={`/jobs/${jobId}`}>Job {jobId}</TextLink>;
}
