import { readIds, resolveOperation, type Collection } from './collection';
import { ASSETS, COLLECTIONS, CUSTOMERS, HOOKS, INVENTORY, JOBS, TECHNICIANS } from './endpoints';
import { parseQuery } from './query';

const contractAt = (path: string): Collection => {
  const contract = COLLECTIONS.find((each) => each.path === path);
  if (!contract) throw new Error(`${path} is not in the table.`);
  return contract;
};

describe('resolve', () => {
  it.each([
    [JOBS.path, 'GET', 'page=2&status=Pending', 'listJobs'],
    [JOBS.path, 'GET', 'id=7', 'getJob'],
    [JOBS.path, 'GET', 'unknown=1', 'listJobs'],
    [CUSTOMERS.path, 'GET', 'id=7&include=locations', 'getCustomer'],
    [CUSTOMERS.path, 'GET', 'locations=1&id=7', 'listLocations'],
    [CUSTOMERS.path, 'PUT', 'location_id=3&id=7&locations=1', 'updateLocation'],
    // Selects for PUT, filters for other methods.
    [JOBS.path, 'PUT', 'external_id=WO%2F7%20*', 'upsertJob'],
    [JOBS.path, 'GET', 'external_id=WO-7', 'listJobs'],
    [JOBS.path, 'POST', 'external_id=WO-7', 'createJob'],
    [CUSTOMERS.path, 'PUT', 'id=7&external_id=S-1&locations=1', 'upsertLocation'],
    [CUSTOMERS.path, 'GET', 'id=7&external_id=S-1&locations=1', 'listLocations'],
    [ASSETS.path, 'GET', 'location_id=3', 'listAssets'],
    [INVENTORY.path, 'GET', 'sub=locations', 'listInventoryLocations'],
    [INVENTORY.path, 'GET', 'sub=locations&location_id=4', 'getInventoryLocation'],
    [INVENTORY.path, 'GET', 'sub=low-stock', 'listLowStock'],
    [INVENTORY.path, 'POST', 'sub=transfer', 'transferStock'],
    [HOOKS.path, 'POST', 'action=unsubscribe&id=4', 'unsubscribeHook'],
    [HOOKS.path, 'GET', 'action=sample&event=job.created', 'sampleEvent'],
  ])('reads %s %s ?%s as %s', (path, method, query, name) => {
    expect(resolveOperation(contractAt(path), method, parseQuery(query)).name).toBe(name);
  });

  it.each(['DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PURGE'])('refuses %s with 405', (method) => {
    expect(() => resolveOperation(JOBS, method, {})).toThrow(
      expect.objectContaining({ code: 'method_not_allowed' }),
    );
  });

  it('refuses writes to technicians with 405, whatever they address', () => {
    for (const method of ['POST', 'PUT', 'PATCH']) {
      expect(() => resolveOperation(TECHNICIANS, method, { id: '1' })).toThrow(
        expect.objectContaining({ code: 'method_not_allowed' }),
      );
    }
  });

  it.each([
    [JOBS.path, 'PUT', '', 'id'],
    [JOBS.path, 'POST', 'id=5', 'id'],
    [JOBS.path, 'PUT', 'id=5&external_id=X', 'id'],
    [JOBS.path, 'PUT', 'external_id=', 'external_id'],
    [JOBS.path, 'PUT', 'external_id=%20', 'external_id'],
    [JOBS.path, 'PUT', `external_id=${'x'.repeat(256)}`, 'external_id'],
    [JOBS.path, 'PUT', 'external_id=X&external_id=X', 'external_id'],
    [JOBS.path, 'PATCH', 'external_id=X', 'id'],
    [JOBS.path, 'GET', 'sub=stock', 'sub'],
    [CUSTOMERS.path, 'GET', 'id=5&locations=2', 'locations'],
    [CUSTOMERS.path, 'GET', 'locations=1', 'id'],
    [INVENTORY.path, 'GET', 'sub=stock', 'id'],
    [INVENTORY.path, 'GET', 'id=5&sub=stocks', 'sub'],
    [INVENTORY.path, 'GET', 'location_id=5', 'sub'],
    [INVENTORY.path, 'GET', 'id=5&sub=low-stock', 'id'],
    [HOOKS.path, 'POST', 'action=pong&id=4', 'action'],
    [JOBS.path, 'GET', 'id=', 'id'],
    [JOBS.path, 'GET', 'id=0', 'id'],
    [JOBS.path, 'GET', 'id=01', 'id'],
    [JOBS.path, 'GET', 'id=-1', 'id'],
    [JOBS.path, 'GET', 'id=1.0', 'id'],
    [JOBS.path, 'GET', 'id=1e3', 'id'],
    [JOBS.path, 'GET', 'id=%201', 'id'],
    [JOBS.path, 'GET', 'id=1&id=1', 'id'],
    [INVENTORY.path, 'GET', 'sub=stock&id=1&sub=stock', 'sub'],
  ])('refuses %s %s ?%s with 400 naming %s', (path, method, query, field) => {
    expect(() => resolveOperation(contractAt(path), method, parseQuery(query))).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        details: { errors: [{ field, message: expect.stringContaining(field) }] },
      }),
    );
  });
});

describe('idsOf', () => {
  it('reads every record id of the address', () => {
    const query = parseQuery('id=7&locations=1&location_id=9007199254740991');

    expect(readIds(resolveOperation(CUSTOMERS, 'PUT', query), query)).toEqual({
      id: 7,
      location_id: 9007199254740991,
    });
  });

  it.each(['9007199254740992', '99999999999999999999999999'])(
    'finds no record with id %s',
    (id) => {
      const operation = resolveOperation(JOBS, 'GET', { id });

      expect(() => readIds(operation, { id })).toThrow(
        expect.objectContaining({ code: 'not_found' }),
      );
    },
  );
});
