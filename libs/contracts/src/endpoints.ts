import { BY_EACH_OPERATION, defineCollection, NO_SCOPE, type Collection } from './collection';

export const JOBS = defineCollection('/api/v1/jobs', 'jobs', {
  listJobs: ['GET', 'jobs:read', 'list'],
  getJob: ['GET ?id', 'jobs:read', 'record'],
  createJob: ['POST', 'jobs:write', 'write'],
  updateJob: ['PUT ?id', 'jobs:write', 'write'],
  upsertJob: ['PUT ?external_id=*', 'jobs:write', 'write'],
  changeJobStatus: ['PATCH ?id', 'jobs:write', 'write'],
  listJobHistory: ['GET ?id&sub=history', 'jobs:read', 'list'],
  bulkJobs: ['POST ?action=bulk', BY_EACH_OPERATION, 'write'],
});

export const CUSTOMERS = defineCollection('/api/v1/customers', 'customers', {
  listCustomers: ['GET', 'customers:read', 'list'],
  getCustomer: ['GET ?id', 'customers:read', 'record'],
  createCustomer: ['POST', 'customers:write', 'write'],
  updateCustomer: ['PUT ?id', 'customers:write', 'write'],
  upsertCustomer: ['PUT ?external_id=*', 'customers:write', 'write'],
  listLocations: ['GET ?id&locations=1', 'customers:read', 'list'],
  createLocation: ['POST ?id&locations=1', 'customers:write', 'write'],
  updateLocation: ['PUT ?id&locations=1&location_id', 'customers:write', 'write'],
  upsertLocation: ['PUT ?id&locations=1&external_id=*', 'customers:write', 'write'],
  listCustomerHistory: ['GET ?id&sub=history', 'customers:read', 'list'],
  bulkCustomers: ['POST ?action=bulk', BY_EACH_OPERATION, 'write'],
});

export const ASSETS = defineCollection('/api/v1/assets', 'assets', {
  listAssets: ['GET', 'assets:read', 'list'],
  getAsset: ['GET ?id', 'assets:read', 'record'],
  createAsset: ['POST', 'assets:write', 'write'],
  updateAsset: ['PUT ?id', 'assets:write', 'write'],
  upsertAsset: ['PUT ?external_id=*', 'assets:write', 'write'],
  changeAssetStatus: ['PATCH ?id', 'assets:write', 'write'],
  listServiceHistory: ['GET ?id&sub=service_history', 'assets:read', 'list'],
  createServiceRecord: ['POST ?id&sub=service', 'assets:service', 'write'],
  submitMeterReading: ['POST ?id&sub=meter_reading', 'assets:meter', 'write'],
  transferAsset: ['POST ?id&sub=transfer', 'assets:transfer', 'write'],
  listAssetHistory: ['GET ?id&sub=history', 'assets:read', 'list'],
  bulkAssets: ['POST ?action=bulk', BY_EACH_OPERATION, 'write'],
});

export const INVENTORY = defineCollection(
  '/api/v1/inventory',
  'inventory',
  {
    listItems: ['GET', 'inventory:read', 'list'],
    getItem: ['GET ?id', 'inventory:read', 'record'],
    createItem: ['POST', 'inventory:write', 'write'],
    replaceItem: ['PUT ?id', 'inventory:write', 'write'],
    upsertItem: ['PUT ?external_id=*', 'inventory:write', 'write'],
    patchItem: ['PATCH ?id', 'inventory:write', 'write'],
    listItemStock: ['GET ?id&sub=stock', 'inventory:read', 'record'],
    listItemTransactions: ['GET ?id&sub=transactions', 'inventory:read', 'list'],
    adjustStock: ['POST ?id&sub=adjust', 'inventory:write', 'write'],
    transferStock: ['POST ?sub=transfer', 'inventory:transfer', 'write'],
    listInventoryLocations: ['GET ?sub=locations', 'inventory:read', 'list'],
    getInventoryLocation: ['GET ?sub=locations&location_id', 'inventory:read', 'record'],
    listLowStock: ['GET ?sub=low-stock', 'inventory:read', 'list'],
    listItemHistory: ['GET ?id&sub=history', 'inventory:read', 'list'],
    listReservations: ['GET ?sub=reservations', 'inventory:read', 'list'],
    createReservation: ['POST ?sub=reservations', 'inventory:write', 'write'],
    deleteReservation: ['DELETE ?sub=reservations&reservation_id', 'inventory:write', 'write'],
    bulkInventory: ['POST ?action=bulk', BY_EACH_OPERATION, 'write'],
  },
  'inventory',
);

export const TECHNICIANS = defineCollection('/api/v1/technicians', 'technicians', {
  listTechnicians: ['GET', 'technicians:read', 'technicianList'],
  getTechnician: ['GET ?id', 'technicians:read', 'technicianGet'],
});

export const HOOKS = defineCollection('/api/v1/hooks.php', 'webhooks', {
  listHooks: ['GET', 'webhooks:manage', 'list'],
  subscribeHook: ['POST', 'webhooks:manage', 'write'],
  unsubscribeHook: ['POST ?action=unsubscribe&id', 'webhooks:manage', 'write'],
  sampleEvent: ['GET ?action=sample', 'webhooks:manage', 'record'],
  pullEvents: ['GET ?action=events&id', 'webhooks:manage', 'list'],
  listHookDeliveries: ['GET ?action=deliveries&id', 'webhooks:manage', 'list'],
  getHookDelivery: ['GET ?action=delivery', 'webhooks:manage', 'record'],
  resendHookDelivery: ['POST ?action=resend', 'webhooks:manage', 'write'],
  resendFailedHookDeliveries: ['POST ?action=resend_failed&id', 'webhooks:manage', 'write'],
  pingHook: ['POST ?action=ping&id', 'webhooks:manage', 'write'],
  rotateHookSecret: ['POST ?action=rotate_secret&id', 'webhooks:manage', 'write'],
  pauseHook: ['POST ?action=pause&id', 'webhooks:manage', 'write'],
  resumeHook: ['POST ?action=resume&id', 'webhooks:manage', 'write'],
});

export const KEY = defineCollection('/api/v1/key', 'gateway', {
  getKey: ['GET', NO_SCOPE, 'record'],
});

export const COLLECTIONS: readonly Collection[] = [
  JOBS,
  CUSTOMERS,
  ASSETS,
  INVENTORY,
  TECHNICIANS,
  HOOKS,
  KEY,
];
