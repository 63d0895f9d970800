import { List, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { RequestError } from '../../server/request-error';
import { QueryFailure } from '../../shown/failure-alert';
import { useCompanyClock, useTimes } from '../../shown/times';
import { TimeRange } from '../jobs/job-badges';
import { assignJobs, showResults } from './assign-jobs';
import type { Assignment } from './assignment-results';
import { findFitForEach, listWarningsOfAll, sortByFit, type Fit } from './technician-fit';
import { TechnicianFitSelect, toFitOption } from './technician-fit-select';
import { useCandidates } from './use-candidates';
import { Warnings } from './warnings';

/** The option that gives each job to its best technician. */
const EACH = 'each';

interface AssignDialogProps {
  readonly jobs: readonly ScheduledJobResponse[];
  readonly onClose: () => void;
}

export function AssignDialog({ jobs, onClose }: AssignDialogProps) {
  const clock = useCompanyClock();
  const times = useTimes();
  const { candidates, isLoading, failures } = useCandidates(jobs);
  const fits = useMemo(
    () => sortByFit(jobs, candidates, { clock, times }),
    [jobs, candidates, clock, times],
  );
  const fitForEach = useMemo(
    () => (jobs.length > 1 ? findFitForEach(jobs, candidates, { clock, times }) : undefined),
    [jobs, candidates, clock, times],
  );
  const suggested = suggest(fits, fitForEach);
  const state = useRequestForm({
    initialValues: { technician: null as string | null },
    send: ({ technician }) => {
      const assignments = listAssignments(technician ?? suggested);
      if (assignments.length === 0) throw createMissingTechnicianError();
      return assignJobs(assignments);
    },
    done: (results) => {
      onClose();
      showResults(results);
    },
  });
  const value = state.form.getValues().technician ?? suggested;
  const chosen = candidates.find(({ id }) => String(id) === value);

  function listAssignments(choice: string | undefined): readonly Assignment[] {
    const one = fits.find(({ id }) => String(id) === choice);
    return jobs.flatMap((job) => {
      const technician = choice === EACH ? fitForEach?.get(job.job_id) : one;
      return technician ? [{ job, technician }] : [];
    });
  }

  const title = jobs.length === 1 ? 'Assign job' : `Assign ${jobs.length} jobs`;
  return (
    <RequestDialog title={title} state={state} submitName="Assign" onClose={onClose}>
      <List size="sm" listStyleType="none" spacing="xs" aria-label="Jobs">
        {jobs.map((job) => (
          <List.Item key={job.job_id}>
            <Text fw={500} inherit>
              {job.job_title}
            </Text>
            <Text c="dimmed" inherit>
              <TimeRange start={job.scheduled_start} end={job.scheduled_end} />
              {value === EACH && ` → ${fitForEach?.get(job.job_id)?.name}`}
            </Text>
          </List.Item>
        ))}
      </List>
      {failures.map((failure) => (
        <QueryFailure key={failure.what} {...failure} />
      ))}
      <TechnicianFitSelect
        data-autofocus
        allowDeselect={false}
        options={[
          ...(fitForEach
            ? [{ value: EACH, label: 'Best technician for each job', note: 'all free and skilled' }]
            : []),
          ...fits.map(toFitOption),
        ]}
        isLoading={isLoading}
        {...state.form.getInputProps('technician')}
        value={value ?? null}
      />
      <Warnings warnings={chosen ? listWarningsOfAll(jobs, chosen, { clock, times }) : []} />
    </RequestDialog>
  );
}

/** Returns undefined unless a technician is free and skilled. */
function suggest(
  [best]: readonly Fit[],
  fitForEach: ReadonlyMap<number, Fit> | undefined,
): string | undefined {
  if (best?.rank === 'free') return String(best.id);
  return fitForEach && EACH;
}

const createMissingTechnicianError = (): RequestError =>
  new RequestError(0, 'validation_failed', 'Choose a technician.', [
    { field: 'technician', message: 'Choose a technician.' },
  ]);
