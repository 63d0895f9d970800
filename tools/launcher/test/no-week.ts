import type { Week } from '../src/demo/week';

export const NO_WEEK: Week = {
  jobs: {},
  readings: {},
  endpoints: [],
  app: { by: 'owner@demo.example' },
  service_requests: [],
  invoices: [],
  refused: [],
  changes: [],
};
