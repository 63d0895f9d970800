import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { SessionAnswer } from '../../../contract/answers';
import { ask } from '../server/ask';

/** Who is signed in; rejects with 401 where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const { data } = await ask<SessionAnswer>('GET', 'session', { isAboutSession: true });
    return data;
  },
});

/** Who is signed in, on pages that are shown to nobody else. */
export const useSession = (): SessionAnswer => useSuspenseQuery(sessionQuery).data;
