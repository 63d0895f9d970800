/** The API's single-record response, as webhooks send it. */
export interface RecordSnapshot {
  readonly id: number;
  readonly version: number;
  readonly object: Readonly<Record<string, unknown>>;
}

/** `?ids=1,2` returns a RecordSnapshot of each that exists, `/latest` the company's newest. */
export const RECORD_READS = {
  jobs: '/internal/records/jobs',
  invoices: '/internal/records/invoices',
  customers: '/internal/records/customers',
  serviceRequests: '/internal/records/service-requests',
  assets: '/internal/records/assets',
  items: '/internal/records/items',
  technicians: '/internal/records/technicians',
} as const;

/** Keeps the address below 2 KB. */
export const MAX_RECORDS_PER_READ = 100;
