import type { ChangedKind } from '../../../contract/live';
import { queryClient } from '../server/query-client';
import { isAffected } from './queries-by-kind';

/** Has everything that shows records of a kind read again, after a change that was made here. */
export const recordsChanged = (kind: ChangedKind): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isAffected(queryKey, { kind, ids: null }),
  });
