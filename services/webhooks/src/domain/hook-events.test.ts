import { HOOK_EVENTS, readScopeOf } from './hook-events';

it('lets keys subscribe to job and customer events, each with its read scope', () => {
  expect(HOOK_EVENTS.map((event) => [event, readScopeOf(event)])).toEqual([
    ['job.created', 'jobs:read'],
    ['job.updated', 'jobs:read'],
    ['job.status_changed', 'jobs:read'],
    ['job.completed', 'jobs:read'],
    ['job.deleted', 'jobs:read'],
    ['job.restored', 'jobs:read'],
    ['customer.created', 'customers:read'],
  ]);
});
