import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLLECTIONS } from './endpoints';

const SPECIFICATION = join(__dirname, '../../../.github/docs/field-service-api.md');
const ROW = /^\| (GET|POST|PUT|PATCH) \| (\/api\/v1\/\S+) \| ([^|]+) \|/;

/** Method, address and scope of the specification's rows; `{}` stands for any id. */
function specified(): string[][] {
  const lines = readFileSync(SPECIFICATION, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, method = '', address = '', scope = ''] = ROW.exec(line) ?? [];
    if (method === '') return [];
    // Hooks list purposes instead of scopes: all need webhooks:manage.
    const isHook = address.startsWith('/api/v1/hooks.php');
    const selected = address.replace('&event={event}', '').replaceAll(/\{\w+\}/g, '{}');
    return [[method, selected, isHook ? 'webhooks:manage' : scope]];
  });
}

const BEYOND_THE_SPECIFICATION = [
  ['PUT', '/api/v1/jobs?external_id={}', 'jobs:write'],
  ['PUT', '/api/v1/customers?external_id={}', 'customers:write'],
  ['PUT', '/api/v1/customers?id={}&locations=1&external_id={}', 'customers:write'],
  ['PUT', '/api/v1/assets?external_id={}', 'assets:write'],
  ['PUT', '/api/v1/inventory?external_id={}', 'inventory:write'],
  ['POST', '/api/v1/jobs?action=bulk', 'by each operation'],
  ['POST', '/api/v1/customers?action=bulk', 'by each operation'],
  ['POST', '/api/v1/assets?action=bulk', 'by each operation'],
  ['POST', '/api/v1/inventory?action=bulk', 'by each operation'],
  ['GET', '/api/v1/jobs?id={}&sub=history', 'jobs:read'],
  ['GET', '/api/v1/customers?id={}&sub=history', 'customers:read'],
  ['GET', '/api/v1/assets?id={}&sub=history', 'assets:read'],
  ['GET', '/api/v1/inventory?id={}&sub=history', 'inventory:read'],
  ['GET', '/api/v1/inventory?sub=reservations', 'inventory:read'],
  ['POST', '/api/v1/inventory?sub=reservations', 'inventory:write'],
  ['DELETE', '/api/v1/inventory?sub=reservations&reservation_id={}', 'inventory:write'],
  ['GET', '/api/v1/key', 'none'],
  ['GET', '/api/v1/hooks.php?action=deliveries&id={}', 'webhooks:manage'],
  ['GET', '/api/v1/hooks.php?action=delivery', 'webhooks:manage'],
  ['POST', '/api/v1/hooks.php?action=resend', 'webhooks:manage'],
  ['POST', '/api/v1/hooks.php?action=resend_failed&id={}', 'webhooks:manage'],
  ['GET', '/api/v1/hooks.php?action=events&id={}', 'webhooks:manage'],
  ['POST', '/api/v1/hooks.php?action=ping&id={}', 'webhooks:manage'],
  ['POST', '/api/v1/hooks.php?action=rotate_secret&id={}', 'webhooks:manage'],
  ['POST', '/api/v1/hooks.php?action=pause&id={}', 'webhooks:manage'],
  ['POST', '/api/v1/hooks.php?action=resume&id={}', 'webhooks:manage'],
];

const operations = COLLECTIONS.flatMap((each) =>
  Object.values(each.operations).map((operation) => ({ ...operation, path: each.path })),
);

describe('the endpoint table', () => {
  it('has exactly the rows of the specification and those for integrators', () => {
    const rows = operations.map(({ method, path, where, scope }) => {
      const query = Object.entries(where).map(
        ([key, value]) => `${key}=${value.replace('*', '') || '{}'}`,
      );
      return [method, [path, query.join('&')].filter(Boolean).join('?'), scope];
    });

    expect(rows.length).toBeGreaterThanOrEqual(39);
    expect(rows.sort()).toEqual([...specified(), ...BEYOND_THE_SPECIFICATION].sort());
  });

  it('has each method and set of selectors once', () => {
    const addresses = operations.map(({ method, path, where }) =>
      JSON.stringify([method, path, Object.entries(where).sort()]),
    );

    expect(addresses.filter((each, at) => addresses.indexOf(each) !== at)).toEqual([]);
  });

  it('counts every write, and nothing else, as a write', () => {
    for (const { name, method, tier } of operations) {
      expect([name, tier === 'write']).toEqual([name, method !== 'GET']);
    }
  });

  it('gives the reads of technicians limits of their own', () => {
    const own = operations.filter(({ tier }) => tier.startsWith('technician'));

    expect(own.map(({ name, tier }) => [name, tier])).toEqual([
      ['listTechnicians', 'technicianList'],
      ['getTechnician', 'technicianGet'],
    ]);
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
