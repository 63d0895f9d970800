import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ScheduledJobsResponse } from '../../../../contract/responses';
import { request } from '../../server/request';
import { useCompanyClock } from '../../shown/times';
import { listDayRanges, type DayRange } from './day-ranges';
import type { TechnicianCandidate } from './technician-fit';
import { toSpan, type Placement } from './placement';
import { scheduledTechniciansQuery } from './queries';
import { groupByTechnician } from './rows';
import { toBookings } from './working-hours';

const NO_CANDIDATES: readonly TechnicianCandidate[] = [];

/** Active technicians, with their bookings on the days of some placements. */
export function useCandidates(
  placements: readonly Pick<Placement, 'scheduled_start' | 'scheduled_end'>[],
) {
  const clock = useCompanyClock();
  const technicians = useQuery(scheduledTechniciansQuery);
  const spans = placements.flatMap((placement) => toSpan(placement) ?? []);
  const ranges = listDayRanges(spans, clock);
  const booked = useQuery({
    queryKey: ['schedule', 'booked', ranges],
    queryFn: () => readJobs(ranges),
    placeholderData: keepPreviousData,
  });
  const candidates = useMemo(() => {
    if (!technicians.data || booked.isPending) return NO_CANDIDATES;
    const groups = groupByTechnician(booked.data ?? []);
    return technicians.data.data.technicians.map(
      ({
        technician_id: id,
        technician_name: name,
        skills,
        schedule: shifts,
      }): TechnicianCandidate => ({
        id,
        name,
        skills,
        shifts,
        bookings: toBookings(groups.get(id) ?? []),
      }),
    );
  }, [technicians.data, booked.isPending, booked.data]);
  return {
    candidates,
    isLoading: technicians.isPending || booked.isPending,
    failures: [
      { what: 'the technicians', query: technicians },
      { what: 'the jobs', query: booked },
    ],
  };
}

/** A job that is in two ranges is listed once. */
async function readJobs(ranges: readonly DayRange[]): Promise<ScheduledJobsResponse['jobs']> {
  const found = await Promise.all(
    ranges.map(({ from, days }) =>
      request<ScheduledJobsResponse>('GET', 'schedule/jobs', { query: { from, days } }),
    ),
  );
  const jobs = found.flatMap(({ data }) => data.jobs);
  return [...new Map(jobs.map((job) => [job.job_id, job])).values()];
}
