import { queryClient } from '../../server/query-client';

/** Has everything that shows service requests read again. */
export const requestsChanged = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['service-requests'] });
