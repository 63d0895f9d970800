import { queryClient } from '../../server/query-client';

/** Has everything that shows customers read again: lists, customers, their locations, and choosers. */
export const customersChanged = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => /^(v1\/)?customers(\/|$)/.test(String(path)),
  });
