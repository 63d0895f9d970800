import type { ComponentType } from 'react';
import type { Right } from '../../../contract/rights';

export interface PageEntry {
  /** The link's name in the navigation. */
  readonly name: string;
  /** Below /dashboard; `$id` is any text. */
  readonly path: string;
  /** Who may not use it neither sees the link nor opens the page. */
  readonly right: Right;
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
  /** Opened from another page, and so without a link in the navigation: the path of that page. */
  readonly under?: string;
}

/** Every page of a signed-in person, in the order of the navigation. */
export const PAGES: readonly PageEntry[] = [
  {
    name: 'Overview',
    path: '/',
    right: 'overview',
    load: () => import('../pages/overview/overview-page'),
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
    name: 'Notifications',
    path: '/notifications',
    right: 'notifications',
    load: () => import('../pages/notifications/notifications-page'),
  },
  {
    name: 'Settings',
    path: '/settings',
    right: 'own_account',
    load: () => import('../pages/settings/settings-page'),
  },
];
