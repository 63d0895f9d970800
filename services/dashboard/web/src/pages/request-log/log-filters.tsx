import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { LoggedKeyResponse, LoggedRequestResponse } from '../../../../contract/responses';
import { ERROR_CODES, REQUEST_METHODS } from '../../../../contract/values';
import { FilterGroup, FilterRow } from '../../records/filter-row';
import { SelectFilter, TimeFilter } from '../../records/filters';
import { SearchFilter } from '../../records/search-filter';
import type { ListedRecords } from '../../records/use-records';
import { request } from '../../server/request';

const MORE_FILTERS = ['method', 'address', 'status', 'from', 'to'] as const;
export const LOG_FILTERS = ['request_id', 'error', 'key_id', ...MORE_FILTERS] as const;
export type LogFilter = (typeof LOG_FILTERS)[number];

const STATUSES = [
  { value: 'failed', label: 'Rejected or failed' },
  { value: '4xx', label: 'Rejected (4xx)' },
  { value: '5xx', label: 'Failed (5xx)' },
  { value: '2xx', label: 'Partly ignored (2xx)' },
];

export function LogFilters({
  records,
}: {
  readonly records: ListedRecords<LoggedRequestResponse, LogFilter>;
}) {
  const { request_id: _searched, ...inRow } = records.filters;
  const used = MORE_FILTERS.filter((name) => records.filters[name] !== undefined).length;
  const [isOpen, { toggle }] = useDisclosure(used > 0);
  const { data: keys = [] } = useQuery({
    queryKey: ['api-keys', 'logged'],
    queryFn: async () => (await request<LoggedKeyResponse[]>('GET', 'request-log/keys')).data,
  });
  const choices = keys.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FilterRow
      of={{ filters: inRow }}
      search={<SearchFilter of={records} by="request_id" label="Request ID" w={200} />}
    >
      <SelectFilter of={records} by="error" label="Error" data={ERROR_CODES} searchable w={210} />
      <SelectFilter of={records} by="key_id" label="Key" data={choices} searchable w={180} />
      <Button variant="default" aria-expanded={isOpen} onClick={toggle}>
        {used > 0 ? `More filters (${used})` : 'More filters'}
      </Button>
      {isOpen && (
        <>
          <SelectFilter of={records} by="method" label="Method" data={REQUEST_METHODS} w={110} />
          <SearchFilter of={records} by="address" label="Address" w={180} />
          <SelectFilter of={records} by="status" label="Status" data={STATUSES} w={180} />
          <FilterGroup>
            <TimeFilter of={records} by="from" label="From" type="datetime-local" />
            <TimeFilter of={records} by="to" label="To" type="datetime-local" />
          </FilterGroup>
        </>
      )}
    </FilterRow>
  );
}
