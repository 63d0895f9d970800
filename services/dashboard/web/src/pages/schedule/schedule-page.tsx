import { SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import type {
  ScheduledJobResponse,
  ScheduledJobsResponse,
  ScheduledTechnicianResponse,
  ScheduledTechniciansResponse,
} from '../../../../contract/responses';
import { textKey } from '../../../../contract/text-key';
import { Empty } from '../../records/list-frame';
import { request } from '../../server/request';
import { Permitted, useMayUse } from '../../session/may-use';
import { QueryFailure } from '../../shown/failure-alert';
import { PageFrame } from '../../shown/page';
import { useCompanyClock, useTimes } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { Agenda } from './agenda';
import { Board } from './board';
import { addDays, listDaysFrom } from './days';
import { JobActionsContext, type Dragged, type JobActions } from './job-actions';
import { assignTo, toSpan, type Move } from './placement';
import { JobDrawer } from './job-drawer';
import { LimitNotice } from './limit-notice';
import { RescheduleDialog } from './reschedule-dialog';
import { groupByTechnician, createRow, applyMoves } from './rows';
import { createDayScale, createHourScale } from './scale';
import { findShownHours } from './shown-hours';
import classes from './schedule.module.css';
import { ScheduleControls } from './schedule-controls';
import { Unassigned } from './unassigned';
import { useFocusOnMovedJob } from './use-focus-on-moved-job';
import { useIsPhone } from './use-is-phone';
import { useNearbyJobs } from './use-nearby-jobs';
import { usePendingMoves, useReschedule } from './use-reschedule';
import { DAYS_PER_VIEW, useScheduleAddress, type ScheduleAddress } from './use-schedule-address';
import { toBookings } from './working-hours';

export default function SchedulePage() {
  const address = useScheduleAddress();
  const technicians = useQuery({
    queryKey: ['schedule', 'technicians'],
    queryFn: () => request<ScheduledTechniciansResponse>('GET', 'schedule/technicians'),
  });
  const { from, view } = address;
  const jobs = useQuery({
    queryKey: ['schedule', 'jobs', from, view],
    queryFn: () =>
      request<ScheduledJobsResponse>('GET', 'schedule/jobs', {
        query: { from, days: DAYS_PER_VIEW[view] },
      }),
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
  const clock = useCompanyClock();
  const days = useMemo(() => listDaysFrom(from, DAYS_PER_VIEW[view], clock), [from, view, clock]);
  const [frameWidth, setFrameWidth] = useState(0);
  const [dragged, setDragged] = useState<DragState>();
  const [jobInDialog, openDialog] = useState<ScheduledJobResponse>();
  const [jobInDrawer, openDrawer] = useState<number>();
  const [search, setSearch] = useState('');
  const isPhone = useIsPhone();
  const [part, setPart] = useState<'technicians' | 'unassigned'>('technicians');
  const searchKey = useDeferredValue(textKey(search.trim()));
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
  const planned = useMemo(
    () => applyMoves([...jobs.jobs, ...jobs.unassigned], pendingMoves),
    [jobs, pendingMoves],
  );
  const groups = useMemo(() => groupByTechnician(planned), [planned]);
  const range = useMemo(() => ({ start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 }), [days]);
  const scale = useMemo(() => {
    const [day] = days;
    if (!day || days.length > 1) return createDayScale(days, clock, frameWidth);
    const schedules = technicians.technicians.map(({ schedule }) => schedule);
    const spans = toBookings(jobs.jobs).map(({ span }) => span);
    return createHourScale(findShownHours(day, { schedules, jobs: spans }, clock), frameWidth);
  }, [days, clock, frameWidth, technicians, jobs]);
  const nearby = useNearbyJobs(planned, range, { isDragging: dragged !== undefined });
  const rows = useMemo(
    () =>
      technicians.technicians
        .filter((technician) => matches(technician, searchKey))
        .map((each) => {
          const { technician_id: id } = each;
          const theirs = { jobs: groups.get(id) ?? [], nearby: nearby.get(id) ?? [] };
          return createRow(each, theirs, range, scale);
        }),
    [technicians, groups, nearby, range, scale, searchKey],
  );
  const jobsOfOthers = useMemo(() => {
    const known = new Set<number | null>(
      technicians.technicians.map(({ technician_id: id }) => id),
    );
    return [...groups].flatMap(([id, theirs]) => (id === null || known.has(id) ? [] : theirs));
  }, [technicians, groups]);
  const unassigned = groups.get(null) ?? [];
  const hiddenCount = jobs.unassigned_total - jobs.unassigned.length;
  const shownDays = useMemo(() => {
    const names = [days[0], days.at(-1)].map((day) => times.day(day?.start ?? 0));
    return { from, days: days.length, name: [...new Set(names)].join(' – ') };
  }, [from, days, times]);
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
          value={part}
          onChange={setPart}
          data={[
            { value: 'technicians', label: 'Technicians' },
            { value: 'unassigned', label: `Unassigned · ${unassigned.length + hiddenCount}` },
          ]}
        />
      )}
      <div className={classes['schedule']}>
        {loaded && (!isPhone || part === 'technicians') && (
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
                {searchKey === '' ? 'No active technicians.' : 'No technicians match.'}
              </Text>
            )}
          </div>
        )}
        {(!isPhone || part === 'unassigned') && (
          <Unassigned
            jobs={unassigned}
            hiddenCount={hiddenCount}
            others={jobsOfOthers}
            movingIds={movingIds}
            shownDays={shownDays}
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

const matches = (
  { technician_name: name, skills }: ScheduledTechnicianResponse,
  searchKey: string,
) =>
  searchKey === '' ||
  [name, ...skills.map(({ skill_name: skill }) => skill)].some((each) =>
    textKey(each).includes(searchKey),
  );
