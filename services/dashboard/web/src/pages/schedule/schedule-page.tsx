import {
  Alert,
  Button,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
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
import { QueryFailure } from '../../shown/failure-alert';
import { PageFrame } from '../../shown/page';
import { useCompanyClock, useTimes } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { Agenda } from './agenda';
import { Board } from './board';
import { addDays, listDaysFrom, isDate, getMonday } from './days';
import { JobActionsContext, type Dragged, type JobActions } from './job-actions';
import { toSpan, type Placement } from './placement';
import { RescheduleDialog } from './reschedule-dialog';
import { groupByTechnician, createRow, applyMoves } from './rows';
import { createDayScale, createHourScale } from './scale';
import classes from './schedule.module.css';
import { Unassigned } from './unassigned';
import { useFocusOnMovedJob } from './use-focus-on-moved-job';
import { useIsPhone } from './use-is-phone';
import { useMoves, useReschedule } from './use-reschedule';

type View = 'day' | 'week';

const DAYS = { day: 1, week: 7 } as const satisfies Readonly<Record<View, number>>;

export default function SchedulePage() {
  const address = useAddress();
  const technicians = useQuery({
    queryKey: ['schedule', 'technicians'],
    queryFn: () => request<ScheduledTechniciansResponse>('GET', 'schedule/technicians'),
  });
  const { from, view } = address;
  const jobs = useQuery({
    queryKey: ['schedule', 'jobs', from, view],
    queryFn: () =>
      request<ScheduledJobsResponse>('GET', 'schedule/jobs', { query: { from, days: DAYS[view] } }),
    placeholderData: keepPreviousData,
  });
  return (
    <PageFrame name="Schedule" isWide>
      <Controls {...address} />
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
          isBehind={jobs.isPlaceholderData}
        />
      )}
      {(jobs.isPending || technicians.isPending) && <Skeleton height={480} aria-busy="true" />}
    </PageFrame>
  );
}

interface Address {
  readonly from: string;
  readonly view: View;
  /** The requested day; a week may begin before it. */
  readonly date: string;
  show(date: string, view: View): void;
}

function useAddress(): Address {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const navigate = useNavigate();
  const { today } = useTimes();
  const [arrival] = useState(today);
  const isPhone = useIsPhone();
  const view = search['view'] === 'week' && !isPhone ? 'week' : 'day';
  const date = isDate(search['from']) ? search['from'] : arrival;
  return {
    view,
    date,
    from: view === 'week' ? getMonday(date) : date,
    show: (from, next) =>
      void navigate({
        to: '.',
        search: { ...search, from, view: next } as never,
        resetScroll: false,
      }),
  };
}

function Controls({ from, view, date, show }: Address) {
  const { days, today } = useTimes();
  const clock = useCompanyClock();
  const noon = (day: string): number => clock.toInstant(`${day}T12:00`);
  const step = DAYS[view];
  return (
    <Group mb="md" gap="sm" justify="space-between">
      <Text fw={600} role="status">
        {days(noon(from), noon(addDays(from, step - 1)))}
      </Text>
      <Group gap="sm">
        <Button.Group>
          <Button variant="default" onClick={() => show(addDays(date, -step), view)}>
            Previous
          </Button>
          <Button variant="default" onClick={() => show(today(), view)}>
            Today
          </Button>
          <Button variant="default" onClick={() => show(addDays(date, step), view)}>
            Next
          </Button>
        </Button.Group>
        <TextInput
          type="date"
          aria-label="Date"
          value={date}
          onChange={({ currentTarget: { value } }) => {
            if (isDate(value)) show(value, view);
          }}
        />
        <SegmentedControl
          visibleFrom="sm"
          aria-label="View"
          value={view}
          onChange={(next) => show(date, next)}
          data={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
          ]}
        />
      </Group>
    </Group>
  );
}

interface ScheduleProps extends Pick<Address, 'from' | 'view' | 'show'> {
  readonly jobs: ScheduledJobsResponse;
  /** Undefined if loading failed; jobs are shown without rows then. */
  readonly technicians: ScheduledTechniciansResponse | undefined;
  readonly isBehind: boolean;
}

const NO_TECHNICIANS: ScheduledTechniciansResponse = { technicians: [], is_cut: false };

interface DragState extends Dragged {
  /** Frozen while dragging. */
  readonly jobs: ScheduledJobsResponse;
}

function Schedule({ from, view, show, jobs: latest, technicians: read, isBehind }: ScheduleProps) {
  const technicians = read ?? NO_TECHNICIANS;
  const clock = useCompanyClock();
  const days = useMemo(() => listDaysFrom(from, DAYS[view], clock), [from, view, clock]);
  const [frameWidth, setFrameWidth] = useState(0);
  const scale = useMemo(() => {
    const [only] = days;
    return only && days.length === 1
      ? createHourScale(only, frameWidth)
      : createDayScale(days, clock, frameWidth);
  }, [days, clock, frameWidth]);
  const [dragged, setDragged] = useState<DragState>();
  const [jobInDialog, openDialog] = useState<ScheduledJobResponse>();
  const [search, setSearch] = useState('');
  const isPhone = useIsPhone();
  const [part, setPart] = useState<'technicians' | 'unassigned'>('technicians');
  const text = useDeferredValue(textKey(search.trim()));
  const router = useRouter();
  const times = useTimes();
  const reschedule = useReschedule();
  const moves = useMoves();
  const moving = useMemo(() => new Set(moves.map(({ job }) => job.job_id)), [moves]);

  const jobs = dragged?.jobs ?? latest;
  const groups = useMemo(
    () => groupByTechnician(applyMoves([...jobs.jobs, ...jobs.unassigned], moves)),
    [jobs, moves],
  );
  const rows = useMemo(() => {
    const range = { from: days[0]?.start ?? 0, until: days.at(-1)?.end ?? 0 };
    return technicians.technicians
      .filter((technician) => matches(technician, text))
      .map((each) => createRow(each, groups.get(each.technician_id) ?? [], range, scale));
  }, [technicians, groups, days, scale, text]);
  const jobsOfOthers = useMemo(() => {
    const known = new Set<number | null>(
      technicians.technicians.map(({ technician_id: id }) => id),
    );
    return [...groups].flatMap(([id, theirs]) => (id === null || known.has(id) ? [] : theirs));
  }, [technicians, groups]);
  const unassigned = groups.get(null) ?? [];
  const hidden = jobs.unassigned_total - jobs.unassigned.length;
  const shownDays = useMemo(() => {
    const names = [days[0], days.at(-1)].map((day) => times.day(day?.start ?? 0));
    return { from, days: days.length, name: [...new Set(names)].join(' – ') };
  }, [from, days, times]);
  useFocusOnMovedJob(jobInDialog?.job_id, groups);

  const actions = useMemo(
    (): JobActions => ({
      startDrag: (job, event) => {
        const row = event.currentTarget.closest<HTMLElement>('[data-technician]');
        const span = toSpan(job);
        const time = row?.querySelector('[role="cell"]')?.getBoundingClientRect();
        const grabOffset = span && time ? scale.toGrabOffset(event.clientX - time.left, span) : 0;
        setDragged({ job, grabOffset, jobs: latest });
      },
      endDrag: () => setDragged(undefined),
      reschedule: openDialog,
      toHref: (id) => router.buildLocation({ to: `/jobs/${id}` as never }).publicHref,
      openJob: (id, event) => {
        const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
        if (opensElsewhere) return;
        event.preventDefault();
        void router.navigate({ to: `/jobs/${id}` as never });
      },
      times,
    }),
    [scale, latest, router, times],
  );
  const drop = (to: Placement, warnings: readonly string[] = []): void => {
    if (dragged) reschedule({ job: dragged.job, to, warnings });
    setDragged(undefined);
  };

  if (read && technicians.technicians.length === 0 && groups.size === 0) {
    return (
      <Empty>
        <Text c="dimmed">No technicians yet. Add one to start scheduling.</Text>
        <TextLink to="/technicians">Technicians</TextLink>
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
            { value: 'unassigned', label: `Unassigned · ${unassigned.length + hidden}` },
          ]}
        />
      )}
      <div className={classes['schedule']}>
        {read && (!isPhone || part === 'technicians') && (
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
                {...{ rows, isBehind, moving }}
                onSwipe={(steps) => show(addDays(from, steps), view)}
              />
            ) : (
              <Board
                {...{ rows, days, scale, clock, isBehind, moving, dragged }}
                onFrameWidth={setFrameWidth}
                onDrop={drop}
              />
            )}
            {rows.length === 0 && (
              <Text size="sm" c="dimmed" mt="sm">
                {text === '' ? 'No active technicians.' : 'No technicians match.'}
              </Text>
            )}
          </div>
        )}
        {(!isPhone || part === 'unassigned') && (
          <Unassigned
            jobs={unassigned}
            hidden={hidden}
            others={jobsOfOthers}
            moving={moving}
            shownDays={shownDays}
            canDrop={dragged !== undefined && dragged.job.assigned_technician_id !== null}
            onDrop={() => {
              if (dragged) drop({ ...dragged.job, assigned_technician_id: null });
            }}
          />
        )}
      </div>
      {jobInDialog && <RescheduleDialog job={jobInDialog} onClose={() => openDialog(undefined)} />}
    </JobActionsContext>
  );
}

const matches = ({ technician_name: name, skills }: ScheduledTechnicianResponse, text: string) =>
  text === '' ||
  [name, ...skills.map(({ skill_name: skill }) => skill)].some((each) =>
    textKey(each).includes(text),
  );

interface LimitNoticeProps {
  readonly jobs: ScheduledJobsResponse;
  readonly technicians: ScheduledTechniciansResponse;
}

function LimitNotice({ jobs, technicians }: LimitNoticeProps) {
  if (!jobs.is_cut && !technicians.is_cut) return null;
  const [shown, people] = [jobs.jobs.length, technicians.technicians.length];
  return (
    <Alert color="yellow" variant="outline" mb="md">
      {jobs.is_cut && `Only ${shown.toLocaleString('en')} jobs are shown. `}
      {technicians.is_cut &&
        `More than ${people.toLocaleString('en')} active technicians. Only the first by name are shown.`}
    </Alert>
  );
}
