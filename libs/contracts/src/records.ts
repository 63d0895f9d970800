/** A record as webhooks send it: its single-record answer of the API, and its version. */
export interface RecordAnswer {
  readonly id: number;
  readonly version: number;
  readonly object: Readonly<Record<string, unknown>>;
}

/**
 * The internal reads of records. Each answers `?ids=1,2` with the RecordAnswer of those that exist,
 * and `/latest` below it, where there is one, with that of the company's newest.
 */
export const RECORD_READS = {
  jobs: '/internal/records/jobs',
  invoices: '/internal/records/invoices',
  customers: '/internal/records/customers',
  serviceRequests: '/internal/records/service-requests',
  assets: '/internal/records/assets',
  items: '/internal/records/items',
  technicians: '/internal/records/technicians',
} as const;

/** Ids in one read: an address of less than 2 KB, and an answer that is made within its deadline. */
export const RECORDS_PER_READ = 100;
