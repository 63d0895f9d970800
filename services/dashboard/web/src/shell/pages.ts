import type { ComponentType } from 'react';
import { mayUse, type Right } from '../../../contract/rights';
import type { SessionResponse } from '../../../contract/responses';
import { findPageRight } from './page-rights';

type LoadPage = () => Promise<{ readonly default: ComponentType }>;

export interface PageEntry {
  readonly name: string;
  /** Below /dashboard. */
  readonly path: string;
  readonly right: Right;
  readonly feature: 'inventory' | undefined;
  readonly load: LoadPage;
}

export const canOpen = (
  { user, company }: SessionResponse,
  { right, feature }: PageEntry,
): boolean =>
  mayUse(user.role, right) && (feature === undefined || company.features.includes(feature));

type PageRow = readonly [name: string, path: string, load: LoadPage];

const listPages = (rows: readonly PageRow[], feature?: 'inventory'): readonly PageEntry[] =>
  rows.map(([name, path, load]) => {
    const right = findPageRight(path);
    if (!right) throw new Error(`${path} has no right.`);
    return { name, path, right, feature, load };
  });

export const PAGES: readonly PageEntry[] = [
  ...listPages([
    ['Overview', '/', () => import('../pages/overview/overview-page')],
    ['Schedule', '/schedule', () => import('../pages/schedule/schedule-page')],
    ['Jobs', '/jobs', () => import('../pages/jobs/jobs-page')],
    ['Job', '/jobs/$id', () => import('../pages/jobs/job-page')],
    ['Customers', '/customers', () => import('../pages/customers/customers-page')],
    ['Customer', '/customers/$id', () => import('../pages/customers/customer-page')],
    ['Assets', '/assets', () => import('../pages/assets/assets-page')],
    ['Asset', '/assets/$id', () => import('../pages/assets/asset-page')],
  ]),
  ...listPages(
    [
      ['Inventory', '/inventory', () => import('../pages/inventory/inventory-page')],
      ['Item', '/inventory/$id', () => import('../pages/inventory/item-page')],
      [
        'Inventory locations',
        '/inventory/locations',
        () => import('../pages/inventory/locations-page'),
      ],
      ['Suppliers', '/inventory/suppliers', () => import('../pages/inventory/suppliers-page')],
    ],
    'inventory',
  ),
  ...listPages([
    ['Technicians', '/technicians', () => import('../pages/technicians/technicians-page')],
    ['Technician', '/technicians/$id', () => import('../pages/technicians/technician-page')],
    [
      'Service requests',
      '/service-requests',
      () => import('../pages/service-requests/service-requests-page'),
    ],
    [
      'Service request',
      '/service-requests/$id',
      () => import('../pages/service-requests/service-request-page'),
    ],
    ['Webhooks', '/webhooks', () => import('../pages/webhooks/webhooks-page')],
    ['Endpoint', '/webhooks/$id', () => import('../pages/webhooks/endpoint-page')],
    ['Deliveries', '/webhooks/deliveries', () => import('../pages/deliveries/deliveries-page')],
    ['Delivery', '/webhooks/deliveries/$id', () => import('../pages/deliveries/delivery-page')],
    ['API keys', '/api-keys', () => import('../pages/api-keys/api-keys-page')],
    ['Request log', '/request-log', () => import('../pages/request-log/request-log-page')],
    ['Request', '/request-log/$id', () => import('../pages/request-log/request-page')],
    ['Notifications', '/notifications', () => import('../pages/notifications/notifications-page')],
    ['Activity', '/activity', () => import('../pages/activity/activity-page')],
  ]),
  ...listPages([
    ['Team', '/team', () => import('../pages/team/team-page')],
    ['Settings', '/settings', () => import('../pages/settings/settings-page')],
  ]),
];
