import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { SessionResponse } from '../../../contract/responses';
import { request } from '../server/request';

/** Rejects with 401 if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const { data } = await request<SessionResponse>('GET', 'session', { isAboutSession: true });
    return data;
  },
});

export const useSession = (): SessionResponse => useSuspenseQuery(sessionQuery).data;
