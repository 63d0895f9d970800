import type { ComponentType } from 'react';
import type { SessionResponse } from '../../../contract/responses';
import { mayUse, type Right } from '../../../contract/rights';

export interface PageEntry {
  readonly name: string;
  /** Below /dashboard. */
  readonly path: string;
  readonly right: Right;
  readonly feature?: 'inventory';
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
  /** The path of the page that links to it, for pages outside the navigation. */
  readonly under?: string;
}

export const mayOpen = (
  { user, company }: SessionResponse,
  { right, feature }: PageEntry,
): boolean =>
  mayUse(user.role, right) && (feature === undefined || company.features.includes(feature));

export const PAGES: readonly PageEntry[] = [
  {
    name: 'Overview',
    path: '/',
    right: 'overview',
    load: () => import('../pages/overview/overview-page'),
  },
  {
    name: 'Schedule',
    path: '/schedule',
    right: 'records',
    load: () => import('../pages/schedule/schedule-page'),
  },
  {
    name: 'Jobs',
    path: '/jobs',
    right: 'records',
    load: () => import('../pages/jobs/jobs-page'),
  },
  {
    name: 'Job',
    path: '/jobs/$id',
    right: 'records',
    load: () => import('../pages/jobs/job-page'),
    under: '/jobs',
  },
  {
    name: 'Customers',
    path: '/customers',
    right: 'records',
    load: () => import('../pages/customers/customers-page'),
  },
  {
    name: 'Customer',
    path: '/customers/$id',
    right: 'records',
    load: () => import('../pages/customers/customer-page'),
    under: '/customers',
  },
  {
    name: 'Assets',
    path: '/assets',
    right: 'records',
    load: () => import('../pages/assets/assets-page'),
  },
  {
    name: 'Asset',
    path: '/assets/$id',
    right: 'records',
    load: () => import('../pages/assets/asset-page'),
    under: '/assets',
  },
  {
    name: 'Inventory',
    path: '/inventory',
    right: 'records',
    feature: 'inventory',
    load: () => import('../pages/inventory/inventory-page'),
  },
  {
    name: 'Item',
    path: '/inventory/$id',
    right: 'records',
    feature: 'inventory',
    load: () => import('../pages/inventory/item-page'),
    under: '/inventory',
  },
  {
    name: 'Inventory locations',
    path: '/inventory/locations',
    right: 'records',
    feature: 'inventory',
    load: () => import('../pages/inventory/locations-page'),
    under: '/inventory',
  },
  {
    name: 'Suppliers',
    path: '/inventory/suppliers',
    right: 'records',
    feature: 'inventory',
    load: () => import('../pages/inventory/suppliers-page'),
    under: '/inventory',
  },
  {
    name: 'Technicians',
    path: '/technicians',
    right: 'records',
    load: () => import('../pages/technicians/technicians-page'),
  },
  {
    name: 'Technician',
    path: '/technicians/$id',
    right: 'records',
    load: () => import('../pages/technicians/technician-page'),
    under: '/technicians',
  },
  {
    name: 'Service requests',
    path: '/service-requests',
    right: 'records',
    load: () => import('../pages/service-requests/service-requests-page'),
  },
  {
    name: 'Service request',
    path: '/service-requests/$id',
    right: 'records',
    load: () => import('../pages/service-requests/service-request-page'),
    under: '/service-requests',
  },
  {
    name: 'Webhooks',
    path: '/webhooks',
    right: 'webhooks',
    load: () => import('../pages/webhooks/webhooks-page'),
  },
  {
    name: 'Endpoint',
    path: '/webhooks/$id',
    right: 'webhooks',
    load: () => import('../pages/webhooks/endpoint-page'),
    under: '/webhooks',
  },
  {
    name: 'Deliveries',
    path: '/webhooks/deliveries',
    right: 'webhooks',
    load: () => import('../pages/deliveries/deliveries-page'),
  },
  {
    name: 'Delivery',
    path: '/webhooks/deliveries/$id',
    right: 'webhooks',
    load: () => import('../pages/deliveries/delivery-page'),
    under: '/webhooks/deliveries',
  },
  {
    name: 'API keys',
    path: '/api-keys',
    right: 'api_keys',
    load: () => import('../pages/api-keys/api-keys-page'),
  },
  {
    name: 'Request log',
    path: '/request-log',
    right: 'api_keys',
    load: () => import('../pages/request-log/request-log-page'),
  },
  {
    name: 'Request',
    path: '/request-log/$id',
    right: 'api_keys',
    load: () => import('../pages/request-log/request-page'),
    under: '/request-log',
  },
  {
    name: 'Notifications',
    path: '/notifications',
    right: 'notifications',
    load: () => import('../pages/notifications/notifications-page'),
  },
  {
    name: 'Activity',
    path: '/activity',
    right: 'activity',
    load: () => import('../pages/activity/activity-page'),
  },
  {
    name: 'Team',
    path: '/team',
    right: 'team',
    load: () => import('../pages/team/team-page'),
  },
  {
    name: 'Settings',
    path: '/settings',
    right: 'own_account',
    load: () => import('../pages/settings/settings-page'),
  },
];
