import { useDeferredValue, useMemo } from 'react';
import type {
  ScheduledJobsResponse,
  ScheduledTechnicianResponse,
} from '../../../../contract/responses';
import { textKey } from '../../../../contract/values';
import { useCompanyClock, useTimes } from '../../shown/times';
import { listDaysFrom } from './days';
import type { Move } from './placement';
import { DAYS_PER_VIEW } from './queries';
import { applyMoves, createRow, groupByTechnician } from './rows';
import { createDayScale, createHourScale } from './scale';
import { findShownHours } from './shown-hours';
import { useNearbyJobs } from './use-nearby-jobs';
import type { ScheduleAddress } from './use-schedule-address';
import { toBookings } from './working-hours';

interface ScheduleSource extends Pick<ScheduleAddress, 'from' | 'view'> {
  readonly jobs: ScheduledJobsResponse;
  readonly technicians: readonly ScheduledTechnicianResponse[];
  readonly pendingMoves: readonly Move[];
  /** A technician's or a skill's name. */
  readonly search: string;
  /** Pixels. */
  readonly frameWidth: number;
  readonly isDragging: boolean;
}

/** Derives rows, days and unassigned jobs from what was loaded and what is being moved. */
export function useShownSchedule(source: ScheduleSource) {
  const { from, view, jobs, technicians, pendingMoves, search, frameWidth, isDragging } = source;
  const clock = useCompanyClock();
  const times = useTimes();
  const searchKey = useDeferredValue(textKey(search.trim()));
  const days = useMemo(() => listDaysFrom(from, DAYS_PER_VIEW[view], clock), [from, view, clock]);
  const range = useMemo(() => ({ start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 }), [days]);
  const planned = useMemo(
    () => applyMoves([...jobs.jobs, ...jobs.unassigned], pendingMoves),
    [jobs, pendingMoves],
  );
  const groups = useMemo(() => groupByTechnician(planned), [planned]);
  const scale = useMemo(() => {
    const [day] = days;
    if (!day || days.length > 1) return createDayScale(days, clock, frameWidth);
    const schedules = technicians.map(({ schedule }) => schedule);
    const spans = toBookings(jobs.jobs).map(({ span }) => span);
    return createHourScale(findShownHours(day, { schedules, jobs: spans }, clock), frameWidth);
  }, [days, clock, frameWidth, technicians, jobs]);
  const nearby = useNearbyJobs(planned, range, { isDragging });
  const rows = useMemo(
    () =>
      technicians
        .filter((technician) => matchesSearch(technician, searchKey))
        .map((each) => {
          const { technician_id: id } = each;
          const theirs = { jobs: groups.get(id) ?? [], nearby: nearby.get(id) ?? [] };
          return createRow(each, theirs, range, scale);
        }),
    [technicians, groups, nearby, range, scale, searchKey],
  );
  const jobsOfOthers = useMemo(() => {
    const known = new Set<number | null>(technicians.map(({ technician_id: id }) => id));
    return [...groups].flatMap(([id, theirs]) => (id === null || known.has(id) ? [] : theirs));
  }, [technicians, groups]);
  const shownDays = useMemo(() => {
    const names = [days[0], days.at(-1)].map((day) => times.day(day?.start ?? 0));
    return { from, days: days.length, name: [...new Set(names)].join(' – ') };
  }, [from, days, times]);
  return {
    clock,
    days,
    shownDays,
    scale,
    groups,
    rows,
    unassigned: groups.get(null) ?? [],
    jobsOfOthers,
    isSearched: searchKey !== '',
  };
}

const matchesSearch = (
  { technician_name: name, skills }: ScheduledTechnicianResponse,
  searchKey: string,
) =>
  searchKey === '' ||
  [name, ...skills.map(({ skill_name: skill }) => skill)].some((each) =>
    textKey(each).includes(searchKey),
  );
