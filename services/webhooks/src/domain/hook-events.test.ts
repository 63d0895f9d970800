import { HOOK_EVENTS, getReadScope } from './hook-events';

it('lets keys subscribe to events of all records, each with its read scope', () => {
  expect(HOOK_EVENTS.map((event) => [event, getReadScope(event)])).toEqual([
    ['job.created', 'jobs:read'],
    ['job.updated', 'jobs:read'],
    ['job.status_changed', 'jobs:read'],
    ['job.completed', 'jobs:read'],
    ['job.deleted', 'jobs:read'],
    ['job.restored', 'jobs:read'],
    ['customer.created', 'customers:read'],
    ['job.assigned', 'jobs:read'],
    ['job.unassigned', 'jobs:read'],
    ['customer.updated', 'customers:read'],
    ['customer.removed', 'customers:read'],
    ['customer.restored', 'customers:read'],
    ['asset.created', 'assets:read'],
    ['asset.updated', 'assets:read'],
    ['asset.status_changed', 'assets:read'],
    ['asset.transferred', 'assets:read'],
    ['asset.meter_threshold_reached', 'assets:read'],
    ['inventory.low_stock', 'inventory:read'],
    ['inventory.stock_changed', 'inventory:read'],
    ['technician.updated', 'technicians:read'],
  ]);
});
