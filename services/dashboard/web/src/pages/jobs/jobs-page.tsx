import { useQuery } from '@tanstack/react-query';
import type { ListedJobResponse, TechnicianResponse } from '../../../../contract/responses';
import { JOB_PRIORITIES, JOB_STATUSES } from '../../../../contract/values';
import { toTechnicianChoice, TechnicianChooser } from '../../choosers/technician-chooser';
import { NewButton } from '../../forms/dialog-button';
import { FilterGroup, FilterRow } from '../../records/filter-row';
import { CheckboxFilter, SelectFilter, TimeFilter } from '../../records/filters';
import { RecordTable } from '../../records/record-table';
import { useRecords, type ListedRecords } from '../../records/use-records';
import { request } from '../../server/request';
import { None } from '../../shown/none';
import { PageFrame } from '../../shown/page';
import { Time } from '../../shown/times';
import { JobStatusBadge, Priority, TimeRange } from './job-badges';
import { NewJobDialog } from './new-job-dialog';

const FILTERS = [
  'status',
  'priority',
  'assigned_technician_id',
  'scheduled_on',
  'unassigned',
  'deleted',
] as const;
type Filter = (typeof FILTERS)[number];

export default function JobsPage() {
  const jobs = useRecords<ListedJobResponse, Filter>('jobs', FILTERS);
  return (
    <PageFrame name="Jobs" actions={<NewButton name="New job" dialog={NewJobDialog} />}>
      <Filters records={jobs} />
      <RecordTable
        name="Jobs"
        records={jobs}
        columns={[
          {
            name: 'Job',
            width: '26%',
            to: (job) => `/jobs/${job.job_id}`,
            cell: (job) => job.job_title,
          },
          { name: 'Status', cell: (job) => <JobStatusBadge status={job.job_status} /> },
          {
            name: 'Priority',
            cell: (job) => <Priority priority={job.job_priority} />,
            phone: 'hidden',
          },
          {
            name: 'Customer',
            phone: 'plain',
            width: '14%',
            isName: true,
            cell: (job) => job.customer_name ?? <None>Unknown</None>,
          },
          {
            name: 'Technician',
            phone: 'hidden',
            width: '11%',
            isName: true,
            cell: (job) => job.assigned_technician_name ?? <None>Unassigned</None>,
          },
          {
            name: 'Scheduled',
            phone: 'plain',
            cell: (job) => <TimeRange start={job.scheduled_start} end={job.scheduled_end} />,
          },
          { name: 'Updated', cell: (job) => <Time value={job.updated_at} />, phone: 'hidden' },
        ]}
        getKey={(job) => job.job_id}
        empty="No jobs yet. Create your first one, or send them through the API."
      />
    </PageFrame>
  );
}

function Filters({ records }: { readonly records: ListedRecords<ListedJobResponse, Filter> }) {
  const { filters, filter } = records;
  return (
    <FilterRow of={records}>
      <SelectFilter of={records} by="status" label="Status" data={JOB_STATUSES} w={150} />
      <SelectFilter of={records} by="priority" label="Priority" data={JOB_PRIORITIES} w={130} />
      <TechnicianFilter
        id={filters.assigned_technician_id}
        onChange={(id) => filter({ assigned_technician_id: id })}
      />
      <TimeFilter of={records} by="scheduled_on" label="Scheduled on" type="date" w={150} />
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
      w={200}
      placeholder="All"
      value={id === undefined ? null : Number(id)}
      chosen={data && toTechnicianChoice(data.data)}
      onChange={(chosenId) => onChange(chosenId === null ? undefined : String(chosenId))}
    />
  );
}
