import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldChangeResponse, HistoryResponse } from '../../../../contract/responses';
import { Time } from '../../shown/times';
import { toCapitalized } from '../../shown/wording';
import { RecordTable } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { None } from '../../shown/none';

interface HistoryProps {
  readonly path: string;
  readonly names: Readonly<Record<string, string>>;
  /** Never called with null or an empty list. */
  readonly show?: (field: string, value: unknown) => ReactNode;
  readonly deletion?: string;
}

export function HistoryTable({ path, ...shown }: HistoryProps) {
  const entries = useRecords<HistoryResponse>(`${path}/history`, [], { pageName: 'history_page' });
  return (
    <RecordTable
      name="History"
      records={entries}
      columns={[
        { name: 'Time', width: '22%', cell: ({ time }) => <Time value={time} /> },
        { name: 'Who', width: '22%', cell: (entry) => <Who {...entry} /> },
        { name: 'Change', cell: (entry) => <Changes entry={entry} {...shown} /> },
      ]}
      getKey={({ version, location_id: locationId }) => `${locationId ?? ''} ${version}`}
      empty="No changes yet."
    />
  );
}

function Who({ who, source }: HistoryResponse) {
  const isByKey = source?.startsWith('api_key:') ?? false;
  return (
    <>
      {who ?? <None>Unknown</None>}
      {isByKey && (
        <Text size="xs" c="dimmed">
          API key
        </Text>
      )}
    </>
  );
}

interface ChangesProps extends Omit<HistoryProps, 'path'> {
  readonly entry: HistoryResponse;
}

function Changes({ entry: { changes, location_name: location }, ...shown }: ChangesProps) {
  return (
    <>
      {location && (
        <Text size="xs" c="dimmed">
          Location {location}
        </Text>
      )}
      {changes.length === 0 && 'Created'}
      {changes.map((change) => (
        <div key={change.field}>
          <FieldChange change={change} {...shown} />
        </div>
      ))}
    </>
  );
}

interface FieldChangeProps extends Omit<HistoryProps, 'path'> {
  readonly change: FieldChangeResponse;
}

function FieldChange({
  change: { field, before, after, name_before: nameBefore, name_after: nameAfter },
  names,
  show = (_field, value) => formatValue(value),
  deletion = 'Deleted',
}: FieldChangeProps) {
  if (field === 'deleted') return after === true ? deletion : 'Restored';
  const name = names[field] ?? toCapitalized(field);
  const shown = (value: unknown, recordName: string | null | undefined): ReactNode =>
    isNone(value) ? <None>none</None> : (recordName ?? show(field, value));
  return (
    <>
      <None>{isNone(before) ? `${name} set to ` : `${name}: `}</None>
      {!isNone(before) && <>{shown(before, nameBefore)} → </>}
      {shown(after, nameAfter)}
    </>
  );
}

const isNone = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

export const formatValue = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
};
