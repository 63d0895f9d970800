import { queryClient } from '../../server/query-client';

/** Has everything that shows jobs read again: lists, jobs, their invoices and histories. */
export const jobsChanged = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => path === 'jobs' || String(path).startsWith('jobs/'),
  });
