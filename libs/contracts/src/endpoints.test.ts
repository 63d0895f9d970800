import { COLLECTIONS } from './endpoints';

/** The endpoint tables of the specification, typed in again: method, address, scope. */
const SPECIFIED = [
  ['GET', '/api/v1/jobs', 'jobs:read'],
  ['GET', '/api/v1/jobs?id={id}', 'jobs:read'],
  ['POST', '/api/v1/jobs', 'jobs:write'],
  ['PUT', '/api/v1/jobs?id={id}', 'jobs:write'],
  ['PATCH', '/api/v1/jobs?id={id}', 'jobs:write'],
  ['GET', '/api/v1/customers', 'customers:read'],
  ['GET', '/api/v1/customers?id={id}', 'customers:read'],
  ['POST', '/api/v1/customers', 'customers:write'],
  ['PUT', '/api/v1/customers?id={id}', 'customers:write'],
  ['GET', '/api/v1/customers?id={id}&locations=1', 'customers:read'],
  ['POST', '/api/v1/customers?id={id}&locations=1', 'customers:write'],
  ['PUT', '/api/v1/customers?id={id}&locations=1&location_id={location_id}', 'customers:write'],
  ['GET', '/api/v1/assets', 'assets:read'],
  ['GET', '/api/v1/assets?id={id}', 'assets:read'],
  ['POST', '/api/v1/assets', 'assets:write'],
  ['PUT', '/api/v1/assets?id={id}', 'assets:write'],
  ['PATCH', '/api/v1/assets?id={id}', 'assets:write'],
  ['GET', '/api/v1/assets?id={id}&sub=service_history', 'assets:read'],
  ['POST', '/api/v1/assets?id={id}&sub=service', 'assets:service'],
  ['POST', '/api/v1/assets?id={id}&sub=meter_reading', 'assets:meter'],
  ['POST', '/api/v1/assets?id={id}&sub=transfer', 'assets:transfer'],
  ['GET', '/api/v1/inventory', 'inventory:read'],
  ['GET', '/api/v1/inventory?id={id}', 'inventory:read'],
  ['POST', '/api/v1/inventory', 'inventory:write'],
  ['PUT', '/api/v1/inventory?id={id}', 'inventory:write'],
  ['PATCH', '/api/v1/inventory?id={id}', 'inventory:write'],
  ['GET', '/api/v1/inventory?id={id}&sub=stock', 'inventory:read'],
  ['GET', '/api/v1/inventory?id={id}&sub=transactions', 'inventory:read'],
  ['POST', '/api/v1/inventory?id={id}&sub=adjust', 'inventory:write'],
  ['POST', '/api/v1/inventory?sub=transfer', 'inventory:transfer'],
  ['GET', '/api/v1/inventory?sub=locations', 'inventory:read'],
  ['GET', '/api/v1/inventory?sub=locations&location_id={location_id}', 'inventory:read'],
  ['GET', '/api/v1/inventory?sub=low-stock', 'inventory:read'],
  ['GET', '/api/v1/technicians', 'technicians:read'],
  ['GET', '/api/v1/technicians?id={id}', 'technicians:read'],
  ['POST', '/api/v1/hooks.php', 'webhooks:manage'],
  ['POST', '/api/v1/hooks.php?action=unsubscribe&id={id}', 'webhooks:manage'],
  ['GET', '/api/v1/hooks.php', 'webhooks:manage'],
  ['GET', '/api/v1/hooks.php?action=sample', 'webhooks:manage'],
];

/** List reads: the answers that carry a pagination. */
const LISTS = [
  'listJobs',
  'listCustomers',
  'listLocations',
  'listAssets',
  'listServiceHistory',
  'listItems',
  'listItemTransactions',
  'listInventoryLocations',
  'listLowStock',
  'listHooks',
];

const operations = COLLECTIONS.flatMap((each) =>
  Object.values(each.operations).map((operation) => ({ ...operation, path: each.path })),
);

describe('the endpoint table', () => {
  it('has exactly the rows of the specification', () => {
    const rows = operations.map(({ method, path, where, scope }) => {
      const query = Object.entries(where).map(([key, value]) => `${key}=${value || `{${key}}`}`);
      return [method, [path, query.join('&')].filter(Boolean).join('?'), scope];
    });

    expect(rows.sort()).toEqual([...SPECIFIED].sort());
  });

  it('counts writes, lists, single records and technicians against their own limits', () => {
    for (const { name, method, tier } of operations) {
      if (method !== 'GET') expect([name, tier]).toEqual([name, 'write']);
      else if (LISTS.includes(name)) expect([name, tier]).toEqual([name, 'list']);
      else if (name === 'listTechnicians') expect(tier).toBe('technicianList');
      else if (name === 'getTechnician') expect(tier).toBe('technicianGet');
      else expect([name, tier]).toEqual([name, 'record']);
    }
  });

  it('asks for the Inventory feature in inventory only', () => {
    const featured = COLLECTIONS.filter(({ feature }) => feature !== undefined);

    expect(featured.map(({ path, feature }) => [path, feature])).toEqual([
      ['/api/v1/inventory', 'inventory'],
    ]);
  });

  it('names each operation once', () => {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
  });
});
