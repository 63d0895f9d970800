/**
 * The facts about records that contexts share: the `data.card` of the owner's events and the answer of
 * its internal reads have the same form, so that a projection is filled in the same way from both.
 */
export interface CustomerCard {
  readonly customer_id: number;
  readonly customer_name: string;
  readonly deleted: boolean;
  readonly version: number;
}

export interface LocationCard {
  readonly location_id: number;
  readonly location_name: string;
  readonly customer_id: number;
  readonly version: number;
}

export interface TechnicianCard {
  readonly technician_id: number;
  readonly technician_name: string;
  readonly status: 'Active' | 'Inactive';
  readonly version: number;
}

export interface AssetCard {
  readonly asset_id: number;
  readonly asset_tag: string;
  readonly asset_name: string;
  readonly asset_status: string;
  readonly deleted: boolean;
  readonly version: number;
}

/** The statuses of a job, on which other contexts act too; the moves between them are defined in jobs. */
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

/** The facts about a job that each of its events carries. */
export interface JobCard {
  readonly job_id: number;
  /** A `JobStatus`, or one that a newer release of jobs has added. */
  readonly job_status: string;
  readonly deleted: boolean;
  /** Inventory locations and what the job takes from each. */
  readonly required_parts: readonly {
    readonly item_id: number;
    readonly location_id: number;
    readonly quantity: number;
  }[];
  readonly version: number;
}

/**
 * The internal reads between services. Each answers `?ids=1,2` with the cards of those that exist,
 * and `?after=ID&limit=N` with the next cards in order of id, for a rebuild. A POST of more ids than an
 * address can hold, `{"ids":"1,2"}`, is answered with the ids of those that exist.
 */
export const INTERNAL_READS = {
  customers: '/internal/customers',
  locations: '/internal/locations',
  technicians: '/internal/technicians',
  assets: '/internal/assets',
} as const;
