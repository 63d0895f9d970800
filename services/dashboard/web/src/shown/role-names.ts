import type { Role } from '../../../contract/rights';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  dispatcher: 'Dispatcher',
  storekeeper: 'Storekeeper',
  viewer: 'Viewer',
};
