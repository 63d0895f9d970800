import { Button, Checkbox, Group, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import { JOB_PRIORITIES } from '../../../../contract/values';
import { SelectFilter } from '../../records/filters';
import { None } from '../../shown/none';
import { TextLink } from '../../shown/text-link';
import { useCompanyClock, useTimes } from '../../shown/times';
import { AssignDialog } from './assign-dialog';
import { useJobActions } from './job-actions';
import { JobBlock } from './job-block';
import { UnassignedCard } from './unassigned-card';
import { groupByWhen, type ShownDays } from './unassigned-groups';
import classes from './unassigned.module.css';
import { listSkills, useUnassignedFilters } from './use-unassigned-filters';

/** A week whose technicians could not be loaded may have thousands, which take seconds to draw. */
const MAX_JOBS_OF_OTHERS = 100;

interface UnassignedProps {
  readonly jobs: readonly ScheduledJobResponse[];
  /** Unassigned jobs that were not loaded. */
  readonly hiddenCount: number;
  /** Jobs of technicians who are not displayed. */
  readonly jobsOfOthers: readonly ScheduledJobResponse[];
  readonly movingIds: ReadonlySet<number>;
  readonly shownDays: ShownDays;
  readonly canDrop: boolean;
  readonly onDrop: () => void;
}

export function Unassigned({
  jobs,
  hiddenCount,
  jobsOfOthers,
  movingIds,
  shownDays,
  canDrop,
  onDrop,
}: UnassignedProps) {
  const [isOver, setOver] = useState(false);
  const total = jobs.length + hiddenCount;
  return (
    <section
      className={classes['unassigned']}
      aria-labelledby="unassigned"
      data-over={(canDrop && isOver) || undefined}
      onDragOver={(event) => {
        if (!canDrop) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!canDrop) return;
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
    >
      <Title order={2} id="unassigned" size="h4">
        Unassigned{total > 0 && ` · ${total.toLocaleString('en')}`}
      </Title>
      {jobs.length === 0 && <None>No unassigned jobs.</None>}
      {jobs.length > 0 && (
        <UnassignedJobs jobs={jobs} movingIds={movingIds} shownDays={shownDays} />
      )}
      {hiddenCount > 0 && (
        <TextLink to="/jobs" search={{ unassigned: 'true' }}>
          and {hiddenCount.toLocaleString('en')} more
        </TextLink>
      )}
      {jobsOfOthers.length > 0 && (
        <>
          <Title order={3} size="h5" mt="md">
            Assigned to technicians not shown here
          </Title>
          <ul>
            {jobsOfOthers.slice(0, MAX_JOBS_OF_OTHERS).map((job) => (
              <li key={job.job_id}>
                <JobBlock job={job} isMoving={movingIds.has(job.job_id)}>
                  <div className={classes['facts']}>{job.assigned_technician_name}</div>
                </JobBlock>
              </li>
            ))}
          </ul>
          {jobsOfOthers.length > MAX_JOBS_OF_OTHERS && (
            <Text size="sm" c="dimmed">
              and {(jobsOfOthers.length - MAX_JOBS_OF_OTHERS).toLocaleString('en')} more
            </Text>
          )}
        </>
      )}
    </section>
  );
}

const COMPACT = { size: 'xs', classNames: { label: classes['label'] ?? '' } } as const;

type UnassignedJobsProps = Pick<UnassignedProps, 'jobs' | 'movingIds' | 'shownDays'>;

function UnassignedJobs({ jobs, movingIds, shownDays }: UnassignedJobsProps) {
  const { canMove } = useJobActions();
  const today = useTimes().today();
  const clock = useCompanyClock();
  const { matching, binding } = useUnassignedFilters(jobs);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const [jobsInDialog, setJobsInDialog] = useState<readonly ScheduledJobResponse[]>();
  const chosen = matching.filter(({ job_id: id }) => chosenIds.has(id));
  const groups = useMemo(
    () => groupByWhen(matching, { today, shownDays, clock }),
    [matching, today, shownDays, clock],
  );

  function choose(changed: readonly ScheduledJobResponse[], isChosen: boolean): void {
    const next = new Set(chosen.map(({ job_id: id }) => id));
    for (const { job_id: id } of changed) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    setChosenIds(next);
  }

  return (
    <>
      <div className={classes['filters']}>
        <SelectFilter
          of={binding}
          by="skill"
          label="Skill"
          placeholder="Any skill"
          data={listSkills(jobs, binding.filters.skill)}
          searchable
          {...COMPACT}
        />
        <SelectFilter
          of={binding}
          by="priority"
          label="Priority"
          placeholder="Any priority"
          data={JOB_PRIORITIES}
          {...COMPACT}
        />
      </div>
      {chosen.length > 0 && (
        <Group className={classes['chosen']} gap="xs">
          <Button size="xs" onClick={() => setJobsInDialog(chosen)}>
            Assign {chosen.length} to…
          </Button>
          <Button size="xs" variant="default" onClick={() => setChosenIds(new Set())}>
            Clear
          </Button>
        </Group>
      )}
      {groups.map((group) => {
        const ids = group.jobs.map(({ job_id: id }) => id);
        const count = ids.filter((id) => chosenIds.has(id)).length;
        return (
          <div key={group.name}>
            <Group gap="xs" wrap="nowrap" mt="sm">
              {canMove && (
                <Checkbox
                  size="xs"
                  aria-label={`Select all: ${group.name}`}
                  checked={count === ids.length}
                  indeterminate={count > 0 && count < ids.length}
                  onChange={({ currentTarget }) => choose(group.jobs, currentTarget.checked)}
                />
              )}
              <Title order={3} size="h5">
                {group.name} · {group.jobs.length}
              </Title>
            </Group>
            <ul>
              {group.jobs.map((job) => (
                <li key={job.job_id}>
                  <UnassignedCard
                    job={job}
                    showsDate={!group.isOneDay}
                    isMoving={movingIds.has(job.job_id)}
                    isChosen={chosenIds.has(job.job_id)}
                    onChoose={(isChosen) => choose([job], isChosen)}
                  />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      {matching.length === 0 && (
        <>
          <None>No jobs match these filters.</None>
          <Button
            size="xs"
            variant="default"
            mt="xs"
            onClick={() => binding.filter({ skill: undefined, priority: undefined })}
          >
            Clear filters
          </Button>
        </>
      )}
      {jobsInDialog && (
        <AssignDialog jobs={jobsInDialog} onClose={() => setJobsInDialog(undefined)} />
      )}
    </>
  );
}
