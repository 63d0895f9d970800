import { SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type {
  ScheduledJobResponse,
  ScheduledJobsResponse,
  ScheduledTechniciansResponse,
} from '../../../../contract/responses';
import { Empty } from '../../records/list-frame';
import { Permitted, useMayUse } from '../../session/may-use';
import { QueryFailure } from '../../shown/failure-alert';
import { PageFrame } from '../../shown/page';
import { useTimes } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { Agenda } from './agenda';
import { Board } from './board';
import { addDays } from './days';
import { JobActionsContext, type Dragged, type JobActions } from './job-actions';
import { assignTo, toSpan, type Move } from './placement';
import { JobDrawer } from './job-drawer';
import { LimitNotice } from './limit-notice';
import { scheduledJobsQuery, scheduledTechniciansQuery } from './queries';
import { RescheduleDialog } from './reschedule-dialog';
import classes from './schedule.module.css';
import { ScheduleControls } from './schedule-controls';
import { Unassigned } from './unassigned';
import { useFocusOnMovedJob } from './use-focus-on-moved-job';
import { useIsPhone } from './use-is-phone';
import { usePendingMoves, useReschedule } from './use-reschedule';
import { useScheduleAddress, type ScheduleAddress } from './use-schedule-address';
import { useShownSchedule } from './use-shown-schedule';

export default function SchedulePage() {
  const address = useScheduleAddress();
  const technicians = useQuery(scheduledTechniciansQuery);
  const { from, view } = address;
  const jobs = useQuery({
    ...scheduledJobsQuery(from, view),
    placeholderData: keepPreviousData,
  });
  return (
    <PageFrame name="Schedule" isWide>
      <ScheduleControls {...address} />
      <Stack gap="sm">
        <QueryFailure what="the technicians" query={technicians} />
        <QueryFailure what="the jobs" query={jobs} />
      </Stack>
      {jobs.data && (technicians.data || technicians.error) && (
        <Schedule
          from={from}
          view={view}
          show={address.show}
          jobs={jobs.data.data}
          technicians={technicians.data?.data}
          isStale={jobs.isPlaceholderData}
        />
      )}
      {(jobs.isPending || technicians.isPending) && <Skeleton height={480} aria-busy="true" />}
    </PageFrame>
  );
}

interface ScheduleProps extends Pick<ScheduleAddress, 'from' | 'view' | 'show'> {
  readonly jobs: ScheduledJobsResponse;
  /** Undefined if loading failed; jobs are shown without rows then. */
  readonly technicians: ScheduledTechniciansResponse | undefined;
  readonly isStale: boolean;
}

const NO_TECHNICIANS: ScheduledTechniciansResponse = { technicians: [], is_cut: false };

interface DragState extends Dragged {
  /** Frozen while dragging. */
  readonly jobs: ScheduledJobsResponse;
}

function Schedule({ from, view, show, jobs: latest, technicians: loaded, isStale }: ScheduleProps) {
  const technicians = loaded ?? NO_TECHNICIANS;
  const [frameWidth, setFrameWidth] = useState(0);
  const [dragged, setDragged] = useState<DragState>();
  const [jobInDialog, openDialog] = useState<ScheduledJobResponse>();
  const [jobInDrawer, openDrawer] = useState<number>();
  const [search, setSearch] = useState('');
  const isPhone = useIsPhone();
  const [phoneView, setPhoneView] = useState<'technicians' | 'unassigned'>('technicians');
  const router = useRouter();
  const times = useTimes();
  const reschedule = useReschedule();
  const canMove = useMayUse()('change_jobs');
  const pendingMoves = usePendingMoves();
  const movingIds = useMemo(
    () => new Set(pendingMoves.map(({ job }) => job.job_id)),
    [pendingMoves],
  );
  const jobs = dragged?.jobs ?? latest;
  const shown = useShownSchedule({
    from,
    view,
    jobs,
    technicians: technicians.technicians,
    pendingMoves,
    search,
    frameWidth,
    isDragging: dragged !== undefined,
  });
  const { clock, days, scale, groups, rows, unassigned } = shown;
  const hiddenCount = jobs.unassigned_total - jobs.unassigned.length;
  const lastMove = pendingMoves.at(-1);
  useFocusOnMovedJob(jobInDialog?.job_id ?? jobInDrawer ?? lastMove?.job.job_id, lastMove, groups);

  const actions = useMemo(
    (): JobActions => ({
      startDrag: (job, event) => {
        const row = event.currentTarget.closest<HTMLElement>('[data-technician]');
        const span = toSpan(job);
        const time = row?.querySelector('[role="cell"]')?.getBoundingClientRect();
        const grabOffset = span && time ? scale.toGrabOffset(event.clientX - time.left, span) : 0;
        setDragged({ job, grabOffset, jobs: latest });
      },
      canMove,
      endDrag: () => setDragged(undefined),
      openRescheduleDialog: openDialog,
      toHref: (id) => router.buildLocation({ to: `/jobs/${id}` as never }).publicHref,
      openJob: (id, event) => {
        const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
        if (opensElsewhere) return;
        event.preventDefault();
        openDrawer(id);
      },
      times,
    }),
    [scale, latest, router, times, canMove],
  );
  const drop = (move: Move): void => {
    reschedule(move);
    setDragged(undefined);
  };

  if (loaded && technicians.technicians.length === 0 && groups.size === 0) {
    return (
      <Empty>
        <Text c="dimmed">No technicians yet.</Text>
        <Permitted right="change_technicians">
          <TextLink to="/technicians">Add a technician</TextLink>
        </Permitted>
      </Empty>
    );
  }
  return (
    <JobActionsContext value={actions}>
      <LimitNotice jobs={jobs} technicians={technicians} />
      {isPhone && (
        <SegmentedControl
          fullWidth
          mb="md"
          aria-label="Show"
          value={phoneView}
          onChange={setPhoneView}
          data={[
            { value: 'technicians', label: 'Technicians' },
            { value: 'unassigned', label: `Unassigned · ${unassigned.length + hiddenCount}` },
          ]}
        />
      )}
      <div className={classes['schedule']}>
        {loaded && (!isPhone || phoneView === 'technicians') && (
          <div className={classes['technicians']}>
            <TextInput
              type="search"
              aria-label="Technician or skill"
              placeholder="Technician or skill"
              mb="xs"
              maw={280}
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
            {isPhone ? (
              <Agenda
                {...{ rows, isStale, movingIds }}
                onSwipe={(steps) => show(addDays(from, steps), view)}
              />
            ) : (
              <Board
                {...{ rows, days, scale, clock, isStale, movingIds, dragged }}
                onFrameWidth={setFrameWidth}
                onDrop={({ job, row, to, warnings }) =>
                  drop({ job, to, warnings, technicianName: row.technician.technician_name })
                }
              />
            )}
            {rows.length === 0 && (
              <Text size="sm" c="dimmed" mt="sm">
                {shown.isSearched ? 'No technicians match.' : 'No active technicians.'}
              </Text>
            )}
          </div>
        )}
        {(!isPhone || phoneView === 'unassigned') && (
          <Unassigned
            jobs={unassigned}
            hiddenCount={hiddenCount}
            jobsOfOthers={shown.jobsOfOthers}
            movingIds={movingIds}
            shownDays={shown.shownDays}
            canDrop={dragged !== undefined && dragged.job.assigned_technician_id !== null}
            onDrop={() => {
              if (dragged)
                drop({ job: dragged.job, to: assignTo(dragged.job, null), warnings: [] });
            }}
          />
        )}
      </div>
      {jobInDrawer !== undefined && (
        <JobDrawer
          jobId={jobInDrawer}
          onReschedule={(job) => {
            openDrawer(undefined);
            openDialog(job);
          }}
          onClose={() => openDrawer(undefined)}
        />
      )}
      {jobInDialog && <RescheduleDialog job={jobInDialog} onClose={() => openDialog(undefined)} />}
    </JobActionsContext>
  );
}
