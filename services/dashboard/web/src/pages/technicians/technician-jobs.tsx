import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type {
  ScheduledJobResponse,
  TechnicianJobsResponse,
  TechnicianResponse,
} from '../../../../contract/responses';
import { StackedBar } from '../../charts/stacked-bar';
import { RowTable } from '../../records/record-table';
import { request } from '../../server/request';
import { QueryFailure } from '../../shown/failure-alert';
import { formatNumber } from '../../shown/format-number';
import { None } from '../../shown/none';
import { Section } from '../../shown/section';
import { TextLink } from '../../shown/text-link';
import { useCompanyClock, useTimes } from '../../shown/times';
import { JobStatusBadge, TimeRange } from '../jobs/job-badges';
import { getMonday, listDaysFrom } from '../schedule/days';
import { toSpan } from '../schedule/placement';
import { countWeekLoad } from './week-load';

/** This week and the next. */
const DAYS_SHOWN = 14;
const MAX_NEXT_JOBS = 10;

interface TechnicianProps {
  readonly technician: TechnicianResponse;
}

export function TechnicianJobs({ technician }: TechnicianProps) {
  const { technician_id: id, schedule: shifts } = technician;
  const clock = useCompanyClock();
  const date = useTimes().today();
  const monday = getMonday(date);
  const query = useQuery({
    queryKey: ['schedule', 'technicians', id, monday],
    queryFn: async () => {
      const wanted = { from: monday, days: DAYS_SHOWN };
      const path = `technicians/${id}/jobs`;
      return (await request<TechnicianJobsResponse>('GET', path, { query: wanted })).data.jobs;
    },
  });
  const jobs = query.data;
  const [today] = listDaysFrom(date, 1, clock);
  const isToday = (job: ScheduledJobResponse): boolean => {
    const span = toSpan(job);
    return !!span && !!today && span.start < today.end && span.end > today.start;
  };
  const isLater = (job: ScheduledJobResponse): boolean =>
    !!today && (toSpan(job)?.start ?? 0) >= today.end;
  return (
    <>
      <QueryFailure what="the jobs" query={query} />
      {!(query.error && !jobs) && (
        <>
          <Section name="Today">
            <Jobs name="Today" jobs={jobs?.filter(isToday)} none="Nothing scheduled today." />
          </Section>
          <Section
            name="Next jobs"
            action={
              <TextLink to="/jobs" search={{ assigned_technician_id: String(id) }}>
                All jobs
              </TextLink>
            }
          >
            <Jobs
              name="Next jobs"
              jobs={jobs?.filter(isLater).slice(0, MAX_NEXT_JOBS)}
              none="Nothing scheduled until the end of next week."
            />
          </Section>
        </>
      )}
      {jobs && (
        <Section name="This week">
          <Load {...countWeekLoad(monday, { jobs, shifts }, clock)} />
        </Section>
      )}
    </>
  );
}

interface JobsProps {
  readonly name: string;
  readonly jobs: readonly ScheduledJobResponse[] | undefined;
  readonly none: string;
}

function Jobs({ name, jobs, none }: JobsProps) {
  if (jobs?.length === 0) return <None>{none}</None>;
  return (
    <RowTable
      name={name}
      rows={jobs}
      getKey={(job) => job.job_id}
      columns={[
        {
          name: 'Job',
          width: '40%',
          to: (job) => `/jobs/${job.job_id}`,
          cell: (job) => job.job_title,
        },
        { name: 'Status', cell: (job) => <JobStatusBadge status={job.job_status} /> },
        {
          name: 'Customer',
          isName: true,
          cell: (job) => job.customer_name ?? <None>Unknown</None>,
        },
        {
          name: 'Scheduled',
          cell: (job) => <TimeRange start={job.scheduled_start} end={job.scheduled_end} />,
        },
      ]}
    />
  );
}

function Load({ plannedHours, workingHours }: ReturnType<typeof countWeekLoad>) {
  if (plannedHours === 0 && workingHours === 0) return <None>No working hours</None>;
  // Without a schedule, nothing is known to be beyond it.
  const within = workingHours === 0 ? plannedHours : Math.min(plannedHours, workingHours);
  return (
    <StackedBar
      name="Hours of this week"
      partName="Hours"
      valueName="h"
      renderPart={({ name, value }) => (
        <Text size="sm">
          {name} <strong>{formatNumber(value, 'h')}</strong>
        </Text>
      )}
      parts={[
        { name: 'Planned', value: within, color: 'var(--mantine-color-anchor)' },
        {
          name: 'Beyond working hours',
          value: plannedHours - within,
          color: 'var(--chart-second)',
        },
        {
          name: 'Free',
          value: Math.max(0, workingHours - within),
          color: 'var(--mantine-color-dimmed)',
        },
      ]}
    />
  );
}
