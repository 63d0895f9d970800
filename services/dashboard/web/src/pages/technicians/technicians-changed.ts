import { queryClient } from '../../server/query-client';

/** Has everything that shows technicians read again: the list, technicians, choosers and skills. */
export const techniciansChanged = (): Promise<unknown> =>
  Promise.all(
    ['technicians', 'v1/technicians', 'skill-names', 'schedule'].map((path) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  );
