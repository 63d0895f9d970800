import { COLLECTIONS } from '@svc/contracts';
import { toCallName, toGroupName } from '../src/names';

/** Operations of the endpoint table, and what they are called. */
const NAMES = {
  listJobs: 'jobs.list',
  getJob: 'jobs.get',
  createJob: 'jobs.create',
  updateJob: 'jobs.update',
  changeJobStatus: 'jobs.changeStatus',
  listLocations: 'customers.listLocations',
  updateLocation: 'customers.updateLocation',
  changeAssetStatus: 'assets.changeStatus',
  listServiceHistory: 'assets.listServiceHistory',
  transferAsset: 'assets.transfer',
  listItems: 'inventory.list',
  replaceItem: 'inventory.replace',
  listItemTransactions: 'inventory.listTransactions',
  adjustStock: 'inventory.adjustStock',
  listInventoryLocations: 'inventory.listLocations',
  getTechnician: 'technicians.get',
  subscribeHook: 'hooks.subscribe',
  sampleEvent: 'hooks.sampleEvent',
};

const calls = COLLECTIONS.flatMap(({ path, operations }) =>
  Object.values(operations).map(({ name, method }) => ({
    operation: name,
    address: `${method} ${path}`,
  })),
);

it.each(Object.entries(NAMES))('calls %s %s', (operation, name) => {
  const call = calls.find((each) => each.operation === operation);
  if (!call) throw new Error(`There is no ${operation}.`);
  expect(`${toGroupName(call)}.${toCallName(call)}`).toBe(name);
});

it('gives each operation of the endpoint table a name of its own', () => {
  const names = calls.map((call) => `${toGroupName(call)}.${toCallName(call)}`);
  expect(new Set(names).size).toBe(calls.length);
});
