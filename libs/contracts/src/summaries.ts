/**
 * The owner's events (`data.card`) and its internal reads have the same form, so that projections are filled
 * from both.
 */
export interface CustomerSummary {
  readonly customer_id: number;
  readonly customer_name: string;
  /** Name, e-mail address and phone, folded for searches. */
  readonly search_text: string;
  readonly deleted: boolean;
  readonly version: number;
}

export interface LocationSummary {
  readonly location_id: number;
  readonly location_name: string;
  readonly city: string;
  /** Name and address, folded for searches. */
  readonly search_text: string;
  readonly customer_id: number;
  readonly version: number;
}

export interface TechnicianSummary {
  readonly technician_id: number;
  readonly technician_name: string;
  readonly status: 'Active' | 'Inactive';
  readonly version: number;
}

export interface AssetSummary {
  readonly asset_id: number;
  readonly asset_tag: string;
  readonly asset_name: string;
  readonly asset_status: string;
  readonly deleted: boolean;
  readonly version: number;
}

export const JOB_STATUSES = [
  'Pending',
  'Assigned',
  'In Progress',
  'On Hold',
  'Completed',
  'Invoiced',
  'Paid',
  'Closed',
  'Cancelled',
] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

export interface JobSummary {
  readonly job_id: number;
  /** A newer release may add one. */
  readonly job_status: string;
  readonly deleted: boolean;
  readonly required_parts: readonly {
    readonly item_id: number;
    readonly location_id: number;
    readonly quantity: number;
  }[];
  readonly version: number;
}

/**
 * `?ids=1,2` returns summaries of existing records, `?after=ID&limit=N` the next ones by id. A POST of
 * `{"ids":"1,2"}` returns the ids that exist.
 */
export const INTERNAL_READS = {
  customers: '/internal/customers',
  locations: '/internal/locations',
  technicians: '/internal/technicians',
  assets: '/internal/assets',
} as const;
