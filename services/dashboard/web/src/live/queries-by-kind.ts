import type { LiveChange, ChangedKind } from '../../../contract/live';

/**
 * Query keys by kind: a query is reloaded when its first part is one of these, or begins with one
 * and a slash.
 */
const QUERIES_BY_KIND: Readonly<Record<ChangedKind, readonly string[]>> = {
  company: ['session', 'company'],
  key: ['api-keys', 'overview-first-steps'],
  job: ['jobs', 'schedule', 'overview-jobs', 'overview-first-steps', 'customers'],
  late_job: ['jobs', 'overview-jobs'],
  invoice: ['jobs', 'overview-money'],
  customer: ['customers', 'v1/customers', 'jobs', 'locations', 'schedule', 'overview-first-steps'],
  location: ['customers', 'v1/customers', 'jobs', 'locations', 'schedule'],
  service_request: ['service-requests'],
  asset: ['assets', 'v1/assets', 'meters', 'jobs', 'customers'],
  item: [
    'inventory',
    'v1/inventory',
    'inventory-locations',
    'suppliers',
    'item-categories',
    'overview-low-stock',
    'jobs',
  ],
  stock: ['inventory', 'v1/inventory', 'overview-low-stock', 'jobs'],
  technician: [
    'technicians',
    'v1/technicians',
    'skill-names',
    'schedule',
    'jobs',
    'overview-first-steps',
  ],
  webhook: [
    'webhooks/endpoints',
    'webhooks/deliveries',
    'overview-deliveries',
    'overview-first-steps',
  ],
  delivery: ['webhooks/deliveries', 'webhooks/endpoints', 'overview-deliveries'],
  notification: ['notifications', 'session'],
  operator: ['activity'],
};

/** Other contexts hold copies of these, which follow a moment later. */
const COPIED: ReadonlySet<ChangedKind> = new Set([
  'customer',
  'location',
  'technician',
  'asset',
  'operator',
]);

export const isCopied = (kind: ChangedKind): boolean => COPIED.has(kind);

export type ChangedRecords = LiveChange | 'everything';

export function isAffected([path, record]: readonly unknown[], changed: ChangedRecords): boolean {
  const queryPath = String(path);
  const beginsWith = (prefix: string): boolean =>
    queryPath === prefix || queryPath.startsWith(`${prefix}/`);
  if (changed === 'everything') return Object.values(QUERIES_BY_KIND).flat().some(beginsWith);
  const { kind, ids } = changed;
  const [mainPath = '', ...others] = QUERIES_BY_KIND[kind];
  if (!beginsWith(mainPath)) return others.some(beginsWith);
  const id = queryPath === mainPath ? record : queryPath.slice(mainPath.length + 1).split('/')[0];
  const isOfOneRecord = ID.test(String(id)) && !SHOWN_IN_OTHER_RECORDS.has(kind);
  return !isOfOneRecord || ids === null || ids.includes(Number(id));
}

const ID = /^\d+$/;

/** The ids in their query keys belong to other records. */
const SHOWN_IN_OTHER_RECORDS: ReadonlySet<ChangedKind> = new Set([
  'invoice',
  'location',
  'delivery',
  'stock',
]);
