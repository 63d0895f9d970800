export type { Mode } from '@svc/contracts/sandbox';

/**
 * Every address below `/dashboard/api/` exists below this path, too, for the company's test data.
 */
export const TEST_PATH = '/dashboard/api/test/';
