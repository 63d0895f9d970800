import type { Right } from '../../../contract/rights';

/** By the first part of a page's path below /dashboard. */
const RIGHTS_OF_PAGES: Readonly<Record<string, Right>> = {
  '': 'overview',
  'schedule': 'read_technicians',
  'jobs': 'read_jobs',
  'customers': 'read_customers',
  'service-requests': 'read_customers',
  'assets': 'read_assets',
  'inventory': 'read_inventory',
  'technicians': 'read_technicians',
  'webhooks': 'webhooks',
  'api-keys': 'api_keys',
  'request-log': 'api_keys',
  'notifications': 'notifications',
  'activity': 'activity',
  'team': 'team',
  'settings': 'own_account',
};

/** Undefined for pages without a session. */
export const findPageRight = (path: string): Right | undefined =>
  RIGHTS_OF_PAGES[path.split(/[/?]/)[1] ?? ''];
