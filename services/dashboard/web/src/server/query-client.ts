import { QueryClient } from '@tanstack/react-query';
import { Refusal } from './refusal';

const MOST_RETRIES = 2;
const FRESH_MS = 10_000;

/** Slower failures are shown instead of retried. */
const LATE_MS = 3_000;

/** Whether a retry may succeed. */
const mayPass = (error: Error): boolean =>
  error instanceof Refusal && (error.status === 0 || error.status >= 500) && error.tookMs < LATE_MS;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // Browsers may wrongly believe that they are offline.
      networkMode: 'always',
      retry: (failures, error) => failures < MOST_RETRIES && mayPass(error),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always' },
  },
});
