import { useQuery } from '@tanstack/react-query';
import type { LoggedKeyResponse, LoggedRequestResponse } from '../../../../contract/responses';
import { ERROR_CODES, REQUEST_METHODS } from '../../../../contract/values';
import { FilterGroup, FilterRow } from '../../records/filter-row';
import { SelectFilter, TimeFilter } from '../../records/filters';
import { RecordTable } from '../../records/record-table';
import { SearchFilter } from '../../records/search-filter';
import { useRecords, type ListedRecords } from '../../records/use-records';
import { request } from '../../server/request';
import { Breakable } from '../../shown/breakable';
import { PageFrame } from '../../shown/page';
import { Time } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { toOperationName } from './operation-name';
import { ResponseStatus } from './response-status';

const FILTERS = [
  ...(['key_id', 'method', 'address', 'status', 'error'] as const),
  ...(['request_id', 'from', 'to'] as const),
];
type Filter = (typeof FILTERS)[number];

export default function RequestLogPage() {
  const requests = useRecords<LoggedRequestResponse, Filter>('request-log', FILTERS);
  return (
    <PageFrame
      name="Request log"
      about="Requests with your API keys that were rejected or failed in the last 7 days."
    >
      <Filters records={requests} />
      <RecordTable
        name="Request log"
        records={requests}
        columns={[
          { name: 'Time', cell: (request) => <TimeAndId {...request} /> },
          { name: 'Key', cell: ({ key_name: name }) => name, phone: 'hidden' },
          { name: 'Method', cell: ({ method }) => method, phone: 'plain' },
          {
            name: 'Address',
            phone: 'plain',
            cell: ({ address }) => <Breakable text={address} />,
            isAddress: true,
            width: '30%',
          },
          { name: 'Status', cell: ({ status }) => <ResponseStatus status={status} /> },
          { name: 'Error', cell: ({ error }) => <Breakable text={error ?? ''} />, phone: 'plain' },
        ]}
        getKey={({ request_id: id, operation }) => `${id} ${operation ?? ''}`}
        empty="No failed requests in the last 7 days."
      />
    </PageFrame>
  );
}

/** One column for both, because the longest error code leaves no room for a 30-character id. */
const TimeAndId = ({ time, request_id: id, operation }: LoggedRequestResponse) => (
  <>
    <Time value={time} />
    <br />
    <TextLink
      to={`/request-log/${id}`}
      search={operation === null ? {} : { operation: String(operation) }}
      size="xs"
    >
      {id}
      {operation !== null && (
        <>
          <br />
          {toOperationName(operation)}
        </>
      )}
    </TextLink>
  </>
);

const STATUS_NAMES: Readonly<Record<'4xx' | '5xx', string>> = {
  '4xx': 'Rejected',
  '5xx': 'Failed',
};
const STATUSES = Object.entries(STATUS_NAMES).map(([value, name]) => ({
  value,
  label: `${name} (${value})`,
}));

function Filters({ records }: { readonly records: ListedRecords<LoggedRequestResponse, Filter> }) {
  const { data: keys = [] } = useQuery({
    queryKey: ['api-keys', 'logged'],
    queryFn: async () => (await request<LoggedKeyResponse[]>('GET', 'request-log/keys')).data,
  });
  const choices = keys.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FilterRow of={records}>
      <SelectFilter of={records} by="key_id" label="Key" data={choices} searchable w={180} />
      <SelectFilter of={records} by="method" label="Method" data={REQUEST_METHODS} w={110} />
      <SearchFilter of={records} by="address" label="Address" w={180} />
      <SelectFilter of={records} by="status" label="Status" data={STATUSES} w={150} />
      <SelectFilter of={records} by="error" label="Error" data={ERROR_CODES} searchable w={210} />
      <SearchFilter of={records} by="request_id" label="Request ID" w={180} />
      <FilterGroup>
        <TimeFilter of={records} by="from" label="From" type="datetime-local" />
        <TimeFilter of={records} by="to" label="To" type="datetime-local" />
      </FilterGroup>
    </FilterRow>
  );
}
