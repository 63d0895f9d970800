import { RECORD_READS } from '@svc/contracts';
import type { ServiceClient } from '@svc/http';

type Owner = Pick<ServiceClient, 'read' | 'readWithLength'>;

/** The contexts whose records events are about. */
export interface Owners {
  readonly jobs: Owner;
  readonly customers: Owner;
  readonly assets: Owner;
  readonly inventory: Owner;
  readonly technicians: Owner;
}

/** The records that events of one name are about. */
export interface RecordKind {
  readonly owner: keyof Owners;
  readonly path: string;
  /** What the record's id is called. */
  readonly id: string;
}

/** By the first part of an event's name. */
const KINDS: Readonly<Record<string, RecordKind>> = {
  job: { owner: 'jobs', path: RECORD_READS.jobs, id: 'job_id' },
  invoice: { owner: 'jobs', path: RECORD_READS.invoices, id: 'invoice_id' },
  customer: { owner: 'customers', path: RECORD_READS.customers, id: 'customer_id' },
  service_request: {
    owner: 'customers',
    path: RECORD_READS.serviceRequests,
    id: 'service_request_id',
  },
  asset: { owner: 'assets', path: RECORD_READS.assets, id: 'asset_id' },
  inventory: { owner: 'inventory', path: RECORD_READS.items, id: 'item_id' },
  technician: { owner: 'technicians', path: RECORD_READS.technicians, id: 'technician_id' },
};

/** Undefined where the event itself holds all that is sent. */
export const recordKindOf = (type: string): RecordKind | undefined =>
  KINDS[type.split('.')[0] ?? ''];
