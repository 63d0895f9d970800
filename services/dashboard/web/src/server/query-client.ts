import { QueryClient } from '@tanstack/react-query';
import { Refusal } from './refusal';

const MOST_RETRIES = 2;
const FRESH_MS = 10_000;

/** Who has waited for so long is told, and not kept waiting for two more answers that come as late. */
const LATE_MS = 3_000;

/** Whether the same question may be answered in a moment: a refusal stays one. */
const mayPass = (error: Error): boolean =>
  error instanceof Refusal && (error.status === 0 || error.status >= 500) && error.tookMs < LATE_MS;

/** What the pages have read. Only reading is repeated by itself: a change is pressed again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // A browser that thinks it is offline may be wrong; otherwise the request fails.
      networkMode: 'always',
      retry: (failures, error) => failures < MOST_RETRIES && mayPass(error),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always' },
  },
});
