/** Whose records a page shows: the company's own, or those of its sandbox. */
export type { Mode } from '@svc/contracts/sandbox';

/**
 * Every address below `/dashboard/api/` is there a second time below this, where it is about the
 * company's test data.
 */
export const TEST_PATH = '/dashboard/api/test/';
