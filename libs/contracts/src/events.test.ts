import { canAnnounce, toWebhookEvent } from './events';

it.each([
  ['jobs', 'job.created'],
  ['jobs', 'invoice.paid'],
  ['customers', 'service_request.created'],
  ['inventory', 'stock.low'],
  ['gateway', 'key.revoked'],
  ['webhooks', 'webhook.endpoint_off'],
  ['gateway', 'operator.acted'],
  ['jobs', 'operator.acted'],
  ['customers', 'operator.acted'],
  ['webhooks', 'operator.acted'],
])('%s may announce %s', (context, type) => {
  expect(canAnnounce(context, type)).toBe(true);
});

it.each([
  ['inventory', 'job.created'],
  ['inventory', 'key.revoked'],
  ['inventory', 'operator.acted'],
  ['jobs', 'customer.created'],
  ['webhooks', 'company.changed'],
  ['assets', 'technician.updated'],
  ['dashboard', 'job.created'],
  ['inventory.jobs', 'job.created'],
  ['constructor', 'job.created'],
])('%s may not announce %s', (context, type) => {
  expect(canAnnounce(context, type)).toBe(false);
});

it.each(['job.archived', 'shipment.sent', 'constructor'])(
  'anybody may announce %s, which no context of this release does',
  (type) => {
    expect(canAnnounce('inventory', type)).toBe(true);
  },
);

it.each([
  ['job.created', 'job.created'],
  ['customer.deleted', 'customer.removed'],
  ['stock.changed', 'inventory.stock_changed'],
  ['stock.low', 'inventory.low_stock'],
])('a company hears of %s as %s', (type, name) => {
  expect(toWebhookEvent(type)).toBe(name);
});

it.each([
  'location.created',
  'key.revoked',
  'job.archived',
  'customer.removed',
  'inventory.stock_changed',
  'inventory.low_stock',
  'constructor',
])('a company hears of no %s', (type) => {
  expect(toWebhookEvent(type)).toBeUndefined();
});
