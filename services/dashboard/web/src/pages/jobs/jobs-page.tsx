import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListedJobResponse, TechnicianResponse } from '../../../../contract/responses';
import { JOB_PRIORITIES, JOB_STATUSES } from '../../../../contract/values';
import { toTechnicianChoice, TechnicianChooser } from '../../choosers/technician-chooser';
import { NewButton } from '../../forms/dialog-button';
import { FilterGroup, FilterRow } from '../../records/filter-row';
import { CheckboxFilter, SelectFilter } from '../../records/filters';
import { RecordTable } from '../../records/record-table';
import { SearchFilter } from '../../records/search-filter';
import { useRecords, type ListedRecords } from '../../records/use-records';
import { request } from '../../server/request';
import { Permitted } from '../../session/may-use';
import { None } from '../../shown/none';
import { PageFrame } from '../../shown/page';
import { Ago } from '../../shown/times';
import { DaysFilter } from './days-filter';
import { JobStatusBadge, Priority, ShortTimeRange } from './job-badges';
import { NewJobDialog } from './new-job-dialog';
import { Worklists } from './worklists';

const FILTERS = [
  'status',
  'priority',
  'assigned_technician_id',
  'scheduled_from',
  'scheduled_to',
  'unassigned',
  'deleted',
  'search',
  'worklist',
  'sort',
] as const;
type Filter = (typeof FILTERS)[number];

export default function JobsPage() {
  const jobs = useRecords<ListedJobResponse, Filter>('jobs', FILTERS);
  return (
    <PageFrame
      name="Jobs"
      actions={<NewButton name="New job" right="change_jobs" dialog={NewJobDialog} />}
    >
      <Worklists current={jobs.filters.worklist} />
      <Filters records={jobs} />
      <RecordTable
        name="Jobs"
        records={jobs}
        columns={[
          {
            name: 'Job',
            width: '32%',
            isOneLine: true,
            to: (job) => `/jobs/${job.job_id}`,
            cell: (job) => (
              <>
                <Text span inherit c="dimmed">
                  {job.job_id}
                </Text>{' '}
                {job.job_title}
              </>
            ),
          },
          { name: 'Status', cell: (job) => <JobStatusBadge status={job.job_status} /> },
          {
            name: 'Priority',
            sort: '-job_priority',
            cell: (job) => <Priority priority={job.job_priority} />,
            phone: 'hidden',
          },
          {
            name: 'Customer',
            phone: 'plain',
            width: '18%',
            isOneLine: true,
            cell: (job) => job.customer_name ?? <None>Unknown</None>,
          },
          {
            name: 'Technician',
            phone: 'hidden',
            width: '13%',
            isOneLine: true,
            cell: (job) => job.assigned_technician_name ?? <None>Unassigned</None>,
          },
          {
            name: 'Scheduled',
            sort: 'scheduled_start',
            phone: 'plain',
            cell: (job) => <ShortTimeRange start={job.scheduled_start} end={job.scheduled_end} />,
          },
          {
            name: 'Updated',
            sort: '-updated_at',
            cell: (job) => <Ago value={job.updated_at} />,
            phone: 'hidden',
          },
        ]}
        getKey={(job) => job.job_id}
        empty="No jobs yet. Create your first one, or send them through the API."
      />
    </PageFrame>
  );
}

function Filters({ records }: { readonly records: ListedRecords<ListedJobResponse, Filter> }) {
  const { filters, filter } = records;
  const { sort: _sort, worklist: _worklist, ...inRow } = filters;
  return (
    <FilterRow
      of={{ filters: inRow }}
      search={
        <SearchFilter
          of={records}
          by="search"
          placeholder="Number, title, customer, phone or address"
          w={320}
        />
      }
    >
      <SelectFilter of={records} by="status" label="Status" data={JOB_STATUSES} w={130} />
      <SelectFilter of={records} by="priority" label="Priority" data={JOB_PRIORITIES} w={110} />
      <Permitted right="read_technicians">
        <TechnicianFilter
          id={filters.assigned_technician_id}
          onChange={(id) => filter({ assigned_technician_id: id })}
        />
      </Permitted>
      <DaysFilter of={records} />
      <FilterGroup>
        <CheckboxFilter of={records} by="unassigned" label="Unassigned" />
        <CheckboxFilter of={records} by="deleted" label="Deleted" />
      </FilterGroup>
    </FilterRow>
  );
}

interface TechnicianFilterProps {
  readonly id: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

function TechnicianFilter({ id, onChange }: TechnicianFilterProps) {
  const { data } = useQuery({
    queryKey: ['v1/technicians', id],
    enabled: id !== undefined,
    queryFn: () => request<TechnicianResponse>('GET', 'v1/technicians', { query: { id } }),
  });
  return (
    <TechnicianChooser
      w={170}
      placeholder="All"
      value={id === undefined ? null : Number(id)}
      chosen={data && toTechnicianChoice(data.data)}
      onChange={(chosenId) => onChange(chosenId === null ? undefined : String(chosenId))}
    />
  );
}
