import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ServiceRecordResponse, TransferResponse } from '../../../../contract/responses';
import { HistoryTimeline, formatValue } from '../history/record-history';
import { RecordTable } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { useDollars } from '../../shown/money';
import { None } from '../../shown/none';
import { toCapitalized } from '../../shown/wording';
import { DateText } from './asset-badges';

interface AssetIdProps {
  readonly assetId: number;
}

export function ServiceHistory({ assetId }: AssetIdProps) {
  const dollars = useDollars();
  const records = useRecords<ServiceRecordResponse>(`assets/${assetId}/service-records`, [], {
    pageName: 'service_page',
  });
  return (
    <RecordTable
      name="Service history"
      records={records}
      columns={[
        { name: 'Date', width: '12%', cell: (record) => <DateText value={record.service_date} /> },
        {
          name: 'Service',
          width: '17%',
          cell: (record) => (
            <>
              {toCapitalized(record.service_type)}
              {record.is_warranty_work && (
                <Text size="xs" c="dimmed">
                  {['Under warranty', record.warranty_claim_number].filter(Boolean).join(', ')}
                </Text>
              )}
            </>
          ),
        },
        {
          name: 'Description',
          cell: (record) => (
            <>
              {record.description}
              <Text size="xs" c="dimmed">
                {record.resolution_notes}
              </Text>
            </>
          ),
        },
        {
          name: 'Technician',
          width: '15%',
          cell: (record) => record.technician_name ?? record.technician_id ?? <None>None</None>,
        },
        { name: 'Hours', isNumber: true, cell: (record) => record.labor_hours },
        {
          name: 'Cost',
          isNumber: true,
          cell: ({ service_cost: cost }) => cost !== null && dollars(cost),
        },
      ]}
      getKey={(record) => record.service_id}
      empty="No service records yet."
    />
  );
}

export function Transfers({ assetId }: AssetIdProps) {
  const transfers = useRecords<TransferResponse>(`assets/${assetId}/transfers`, [], {
    pageName: 'transfers_page',
  });
  return (
    <RecordTable
      name="Transfers"
      records={transfers}
      columns={[
        {
          name: 'Date',
          width: '12%',
          cell: (transfer) => <DateText value={transfer.transfer_date} />,
        },
        {
          name: 'From',
          width: '25%',
          cell: ({ from_location_id: id, from_location_name: name }) =>
            name ?? id ?? <None>No location</None>,
        },
        {
          name: 'To',
          width: '25%',
          cell: ({ to_location_id: id, to_location_name: name }) => name ?? id,
        },
        { name: 'Reason', cell: ({ transfer_reason: reason }) => reason ?? <None>None</None> },
      ]}
      getKey={(transfer) => transfer.transfer_id}
      empty="No transfers yet."
    />
  );
}

export function AssetHistory({ assetId }: AssetIdProps) {
  const dollars = useDollars();
  const shown = (field: string, value: unknown): ReactNode => {
    if (field === 'purchase_cost') return dollars(Number(value));
    if (DATES.has(field)) return <DateText value={String(value)} />;
    return WORDS.has(field) ? toCapitalized(String(value)) : formatValue(value);
  };
  return <HistoryTimeline path={`assets/${assetId}`} names={NAMES} show={shown} />;
}

const DATES: ReadonlySet<string> = new Set(['purchase_date', 'warranty_expiry']);
const WORDS: ReadonlySet<string> = new Set(['condition', 'ownership_type']);

const NAMES: Readonly<Record<string, string>> = {
  asset_name: 'Name',
  asset_type_id: 'Type',
  location_id: 'Location',
  warranty_expiry: 'Warranty until',
  ownership_type: 'Ownership',
};
