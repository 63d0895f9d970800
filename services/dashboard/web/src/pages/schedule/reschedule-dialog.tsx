import { SimpleGrid, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { JobResponse, ScheduledJobResponse } from '../../../../contract/responses';
import { toChoice } from '../../choosers/record-chooser';
import { RequestDialog } from '../../forms/request-dialog';
import { QueryFailure } from '../../shown/failure-alert';
import { useCompanyClock, useTimes } from '../../shown/times';
import { toJobBody, type JobValues } from '../jobs/job-fields';
import { ScheduledTimes } from '../jobs/scheduled-times';
import { useJobEdit } from '../jobs/use-job-edit';
import { listWarningsOfAll, sortByFit, type FitJob } from './technician-fit';
import { assignTo, toSpan, type Placement } from './placement';
import { saveSchedule } from './save-schedule';
import { TechnicianFitSelect, toFitOption } from './technician-fit-select';
import { useCandidates } from './use-candidates';
import { Warnings } from './warnings';

type Rescheduled = Pick<JobResponse, 'job_id' | 'version'> & Placement;
type Values = Pick<JobValues, 'assigned_technician_id' | 'scheduled_start' | 'scheduled_end'>;

const toValues = (job: Rescheduled): Values => ({
  assigned_technician_id: job.assigned_technician_id,
  scheduled_start: job.scheduled_start ?? '',
  scheduled_end: job.scheduled_end ?? '',
});

function toChanges(job: Rescheduled, edits: Partial<Values>): Partial<Placement> {
  const { assigned_technician_id: id } = edits;
  const status = id === undefined ? job.job_status : assignTo(job, id).job_status;
  return { ...toJobBody(edits), ...(status !== job.job_status && { job_status: status }) };
}

interface RescheduleDialogProps {
  readonly job: ScheduledJobResponse;
  readonly onClose: () => void;
}

export function RescheduleDialog({ job, onClose }: RescheduleDialogProps) {
  const state = useJobEdit<Rescheduled, Values>({
    job,
    toValues,
    send: (edits, version) => saveSchedule(job.job_id, toChanges(job, edits), version),
    done: 'Job rescheduled.',
    onClose,
  });
  const { form } = state;
  const { assigned_technician_id: id } = form.getValues();
  const { options, isLoading, warnings, failures } = useFits(job, form.getValues());
  const current = toChoice(job.assigned_technician_id, job.assigned_technician_name);
  const isListed = options.some(({ value }) => value === String(current?.id));
  const formerOptions =
    current && !isListed ? [{ value: String(current.id), label: current.name, note: '' }] : [];
  return (
    <RequestDialog title="Reschedule" state={state} submitName="Save" onClose={onClose} size="lg">
      <Text size="sm" fw={500}>
        {job.job_title}
      </Text>
      {failures}
      <TechnicianFitSelect
        data-autofocus
        placeholder="Unassigned"
        clearable
        options={[...formerOptions, ...options]}
        isLoading={isLoading}
        {...form.getInputProps('assigned_technician_id')}
        value={id === null ? null : String(id)}
        onChange={(value) =>
          form.setFieldValue('assigned_technician_id', value === null ? null : Number(value))
        }
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ScheduledTimes inputProps={(name) => form.getInputProps(name)} />
      </SimpleGrid>
      <Warnings warnings={warnings} />
    </RequestDialog>
  );
}

function useFits(job: ScheduledJobResponse, values: Values) {
  const clock = useCompanyClock();
  const times = useTimes();
  const { assigned_technician_id: id, scheduled_start: start, scheduled_end: end } = values;
  const placed = useMemo((): FitJob => {
    const entered = { scheduled_start: start || null, scheduled_end: end || null };
    const span = toSpan(entered);
    const isBackwards = span !== undefined && span.end < span.start;
    return { ...job, ...(isBackwards ? { scheduled_start: null, scheduled_end: null } : entered) };
  }, [job, start, end]);
  const { candidates = [], isLoading, failures } = useCandidates([placed]);
  const options = useMemo(
    () => sortByFit([placed], candidates, { clock, times }).map(toFitOption),
    [placed, candidates, clock, times],
  );
  const chosen = candidates.find((each) => each.id === id);
  return {
    options,
    isLoading,
    warnings: chosen ? listWarningsOfAll([placed], chosen, { clock, times }) : [],
    failures: failures.map((failure) => <QueryFailure key={failure.what} {...failure} />),
  };
}
