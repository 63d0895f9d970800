import { Alert, List, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type {
  JobResponse,
  ScheduledJobResponse,
  ScheduledJobsResponse,
  TechnicianResponse,
} from '../../../../contract/responses';
import { TechnicianChooser } from '../../choosers/technician-chooser';
import { RequestDialog } from '../../forms/request-dialog';
import { request } from '../../server/request';
import { useCompanyClock, useTimes } from '../../shown/times';
import { toChoice, type JobValues } from '../jobs/job-fields';
import { ScheduledTimes } from '../jobs/scheduled-times';
import { saveJob, useJobEdit } from '../jobs/use-job-edit';
import { toSpan, type Placement } from './placement';
import { listWarnings } from './working-hours';

type Rescheduled = Pick<JobResponse, 'job_id' | 'version'> & Placement;
type Values = Pick<JobValues, 'assigned_technician_id' | 'scheduled_start' | 'scheduled_end'>;

const toValues = (job: Placement): Values => ({
  assigned_technician_id: job.assigned_technician_id,
  scheduled_start: job.scheduled_start ?? '',
  scheduled_end: job.scheduled_end ?? '',
});

interface RescheduleDialogProps {
  readonly job: ScheduledJobResponse;
  readonly onClose: () => void;
}

export function RescheduleDialog({ job, onClose }: RescheduleDialogProps) {
  const state = useJobEdit<Rescheduled, Values>({
    job,
    toValues,
    send: saveJob(job),
    done: 'Job rescheduled.',
    onClose,
  });
  const { form } = state;
  return (
    <RequestDialog title="Reschedule" state={state} submitName="Save" onClose={onClose} size="lg">
      <TextInput label="Job" value={job.job_title} readOnly />
      <TechnicianChooser
        isActive
        data-autofocus
        placeholder="Unassigned"
        chosen={toChoice(job.assigned_technician_id, job.assigned_technician_name)}
        {...form.getInputProps('assigned_technician_id')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ScheduledTimes inputProps={(name) => form.getInputProps(name)} />
      </SimpleGrid>
      <Warnings job={job} values={form.getValues()} />
    </RequestDialog>
  );
}

interface WarningsProps {
  readonly job: ScheduledJobResponse;
  readonly values: Values;
}

function Warnings({ job, values }: WarningsProps) {
  const clock = useCompanyClock();
  const times = useTimes();
  const { assigned_technician_id: id, scheduled_start: start, scheduled_end: end } = values;
  const entered = toSpan({ scheduled_start: start || null, scheduled_end: end || null });
  const span = entered && entered.start <= entered.end ? entered : undefined;
  const date = span && clock.timeAt(span.start).slice(0, '2026-03-04'.length);
  const booked = useQuery({
    queryKey: ['schedule', 'jobs', date, 'day'],
    enabled: id !== null && date !== undefined,
    queryFn: () =>
      request<ScheduledJobsResponse>('GET', 'schedule/jobs', { query: { from: date, days: 1 } }),
  });
  const { data } = useQuery({
    queryKey: ['technicians', String(id)],
    enabled: id !== null,
    queryFn: () => request<TechnicianResponse>('GET', `technicians/${id}`),
  });
  if (id === null || !data) return null;
  const { first_name, last_name, skills, schedule } = data.data;
  const bookings = (booked.data?.data.jobs ?? [])
    .filter((each) => each.assigned_technician_id === id)
    .flatMap((each) => {
      const taken = toSpan(each);
      return taken ? [{ job: each, span: taken }] : [];
    });
  const worker = { name: `${first_name} ${last_name}`, skills, shifts: schedule, bookings };
  const warnings = listWarnings(job, worker, span, { clock, times });
  if (warnings.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" role="status">
      <List size="sm" listStyleType="none">
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
