import { INTERNAL_READS } from './summaries';
import type { Context, ServiceName } from './contexts';
import { JOB_PARTS } from './job-parts';
import { KEY_RIGHTS } from './key-rights';
import { RECORD_READS } from './records';

export interface InternalRoute {
  readonly owner: Context | 'gateway';
  readonly path: string;
  readonly readers: readonly ServiceName[];
}

/** No other network path between contexts is needed. */
export const INTERNAL_ROUTES: readonly InternalRoute[] = [
  { owner: 'gateway', path: KEY_RIGHTS, readers: ['webhooks'] },
  { owner: 'customers', path: INTERNAL_READS.customers, readers: ['jobs', 'assets'] },
  { owner: 'customers', path: INTERNAL_READS.locations, readers: ['jobs', 'assets'] },
  { owner: 'technicians', path: INTERNAL_READS.technicians, readers: ['jobs', 'assets'] },
  { owner: 'assets', path: INTERNAL_READS.assets, readers: ['jobs'] },
  { owner: 'jobs', path: JOB_PARTS, readers: ['inventory'] },
  { owner: 'jobs', path: RECORD_READS.jobs, readers: ['webhooks'] },
  { owner: 'jobs', path: RECORD_READS.invoices, readers: ['webhooks'] },
  { owner: 'customers', path: RECORD_READS.customers, readers: ['webhooks'] },
  { owner: 'customers', path: RECORD_READS.serviceRequests, readers: ['webhooks'] },
  { owner: 'assets', path: RECORD_READS.assets, readers: ['webhooks'] },
  { owner: 'inventory', path: RECORD_READS.items, readers: ['webhooks'] },
  { owner: 'technicians', path: RECORD_READS.technicians, readers: ['webhooks'] },
];

/** Empty for a path that is no internal read. */
export const listReaders = (path: string): readonly ServiceName[] =>
  INTERNAL_ROUTES.find((route) => path === route.path || path === `${route.path}/latest`)
    ?.readers ?? [];
