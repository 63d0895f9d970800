import { queryClient } from '../../server/query-client';

/** Has everything that shows inventory read again: lists, items, their ledgers, and choosers. */
export const inventoryChanged = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      /^(v1\/)?inventory(-locations|\/|$)|^(suppliers|item-categories)$/.test(String(path)),
  });
