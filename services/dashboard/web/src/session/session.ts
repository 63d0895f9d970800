import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { SessionResponse } from '../../../contract/responses';
import { ask } from '../server/ask';

/** Rejects with 401 if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const { data } = await ask<SessionResponse>('GET', 'session', { isAboutSession: true });
    return data;
  },
});

export const useSession = (): SessionResponse => useSuspenseQuery(sessionQuery).data;
