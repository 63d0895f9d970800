import { measureLive } from '../dashboard/live';
import type { Measurement } from '../measurement';

/** What people who have the dashboard open wait for, and what that costs. */
export const dashboard: Measurement = {
  name: 'dashboard',
  measure: measureLive,
};
