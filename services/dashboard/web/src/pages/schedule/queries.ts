import { queryOptions } from '@tanstack/react-query';
import type {
  ScheduledJobsResponse,
  ScheduledTechniciansResponse,
} from '../../../../contract/responses';
import { request } from '../../server/request';

export type ScheduleView = 'day' | 'week';

export const DAYS_PER_VIEW = { day: 1, week: 7 } as const satisfies Readonly<
  Record<ScheduleView, number>
>;

export const scheduledTechniciansQuery = queryOptions({
  queryKey: ['schedule', 'technicians'],
  queryFn: () => request<ScheduledTechniciansResponse>('GET', 'schedule/technicians'),
});

export const scheduledJobsQuery = (from: string, view: ScheduleView) =>
  queryOptions({
    queryKey: ['schedule', 'jobs', from, view],
    queryFn: () =>
      request<ScheduledJobsResponse>('GET', 'schedule/jobs', {
        query: { from, days: DAYS_PER_VIEW[view] },
      }),
  });
