import type { ChangedKind } from '../../../contract/live';
import { queryClient } from '../server/query-client';
import { isAffected } from './queries-by-kind';

/** Reloads everything that shows such records, after a change made here. */
export const reloadRecords = (kind: ChangedKind): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isAffected(queryKey, { kind, ids: null }),
  });
