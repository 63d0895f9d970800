import { SCOPES, type Scope } from '@svc/contracts';
import { hasFeatureFor, mayReceive } from './key-rights';

const without = (...scopes: Scope[]): Scope[] => SCOPES.filter((each) => !scopes.includes(each));

it.each<[event: string, read: Scope]>([
  ['job.created', 'jobs:read'],
  ['customer.removed', 'customers:read'],
  ['asset.updated', 'assets:read'],
  ['inventory.low_stock', 'inventory:read'],
  ['technician.updated', 'technicians:read'],
])('a key receives %s with webhooks:manage and %s on the enterprise plan alone', (event, read) => {
  const both: Scope[] = ['webhooks:manage', read];

  expect(mayReceive(event, { scopes: both, plan: 'enterprise' })).toBe(true);
  expect(mayReceive(event, { scopes: both, plan: 'professional' })).toBe(false);
  expect(mayReceive(event, { scopes: both, plan: 'starter' })).toBe(false);
  for (const lacking of both) {
    expect(mayReceive(event, { scopes: without(lacking), plan: 'enterprise' })).toBe(false);
  }
});

it('a key receives tests with webhooks:manage on the enterprise plan alone', () => {
  const scopes: Scope[] = ['webhooks:manage'];

  expect(mayReceive('ping', { scopes, plan: 'enterprise' })).toBe(true);
  expect(mayReceive('ping', { scopes, plan: 'professional' })).toBe(false);
  expect(mayReceive('ping', { scopes: without(...scopes), plan: 'enterprise' })).toBe(false);
});

it.each(['invoice.paid', 'service_request.created', 'job.unheard_of'])(
  'no key receives %s',
  (event) => {
    expect(mayReceive(event, { scopes: SCOPES, plan: 'enterprise' })).toBe(false);
  },
);

it('events of the inventory alone are part of a feature', () => {
  expect(hasFeatureFor('inventory.stock_changed', [])).toBe(false);
  expect(hasFeatureFor('inventory.stock_changed', ['inventory'])).toBe(true);
  for (const event of ['job.created', 'invoice.paid', 'ping']) {
    expect(hasFeatureFor(event, [])).toBe(true);
  }
});
