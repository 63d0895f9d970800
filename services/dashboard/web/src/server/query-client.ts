import { QueryClient } from '@tanstack/react-query';
import { RequestError } from './request-error';

const MAX_RETRIES = 2;
const FRESH_MS = 10_000;

/** Slower failures are shown instead of retried. */
const MAX_RETRIED_MS = 3_000;

/** Whether a retry may succeed. */
const isRetryable = (error: Error): boolean =>
  error instanceof RequestError &&
  (error.status === 0 || error.status >= 500) &&
  error.tookMs < MAX_RETRIED_MS;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // Browsers may wrongly believe that they are offline.
      networkMode: 'always',
      retry: (failures, error) => failures < MAX_RETRIES && isRetryable(error),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always' },
  },
});
