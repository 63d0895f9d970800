import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import { useCompanyClock } from '../../shown/times';
import { scheduledJobsQuery } from './queries';
import { groupByTechnician } from './rows';
import type { Span } from './scale';
import { toBookings } from './working-hours';

const MINUTE_MS = 60_000;

/**
 * Loads the jobs of the days before and after the view while a job crosses its edge or is dragged,
 * because a job may be double booked there.
 */
export function useNearbyJobs(
  planned: readonly ScheduledJobResponse[],
  { start, end }: Span,
  { isDragging }: { readonly isDragging: boolean },
): ReadonlyMap<number | null, readonly ScheduledJobResponse[]> {
  const clock = useCompanyClock();
  const isNeeded = useMemo(
    () =>
      isDragging ||
      toBookings(planned).some(
        ({ span }) =>
          span.start < end && span.end > start && (span.start < start || span.end > end),
      ),
    [isDragging, planned, start, end],
  );
  const before = useJobsOfDay(clock.dateAt(start - MINUTE_MS), isNeeded);
  const after = useJobsOfDay(clock.dateAt(end), isNeeded);
  return useMemo(() => {
    const known = new Set(planned.map(({ job_id: id }) => id));
    const others = [...(before ?? []), ...(after ?? [])].filter(({ job_id: id }) => !known.has(id));
    return groupByTechnician(others);
  }, [planned, before, after]);
}

const useJobsOfDay = (date: string, isEnabled: boolean) =>
  useQuery({ ...scheduledJobsQuery(date, 'day'), enabled: isEnabled }).data?.data.jobs;
