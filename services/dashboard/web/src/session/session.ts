import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { SessionAnswer } from '../../../contract/answers';
import { ask } from '../server/ask';

/** Rejects with 401 if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const { data } = await ask<SessionAnswer>('GET', 'session', { isAboutSession: true });
    return data;
  },
});

export const useSession = (): SessionAnswer => useSuspenseQuery(sessionQuery).data;
