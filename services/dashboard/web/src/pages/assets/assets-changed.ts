import { queryClient } from '../../server/query-client';

/** Has everything that shows assets read again: lists, assets, their history and meters, and choosers. */
export const assetsChanged = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => /(^|\/)(assets|meters)(\/|$)/.test(String(path)),
  });
