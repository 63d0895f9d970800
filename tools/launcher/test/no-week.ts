import type { Week } from '../src/demo/week';

/** A week in which nothing happens, but that an app is connected. */
export const NO_WEEK: Week = {
  jobs: {},
  readings: {},
  endpoints: [],
  app: { by: 'owner@demo.example' },
  service_requests: [],
  invoices: [],
  changes: [],
};
