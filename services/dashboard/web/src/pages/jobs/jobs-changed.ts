import { queryClient } from '../../server/query-client';

/** Has everything that shows jobs read again: lists, the schedule, jobs, their invoices and histories. */
export const jobsChanged = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path, part] }) =>
      path === 'jobs' ||
      String(path).startsWith('jobs/') ||
      (path === 'schedule' && part === 'jobs'),
  });
