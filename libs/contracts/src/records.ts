/** A record as webhooks send it: the API's single-record response, and its version. */
export interface RecordAnswer {
  readonly id: number;
  readonly version: number;
  readonly object: Readonly<Record<string, unknown>>;
}

/**
 * Internal reads of records: `?ids=1,2` returns a RecordSnapshot of each that exists, `/latest` that of the
 * company's newest.
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

/** Keeps the address below 2 KB and the response within its deadline. */
export const RECORDS_PER_READ = 100;
