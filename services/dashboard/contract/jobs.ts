import type { JobStatus } from '@svc/contracts/cards';
import type { JobPriority, RelationshipType } from '@svc/contracts/field-values';

export { JOB_STATUSES, type JobStatus } from '@svc/contracts/cards';
export { JOB_PRIORITIES, type JobPriority } from '@svc/contracts/field-values';

/** Statuses that no move leads out of. */
export const FINAL_JOB_STATUSES: readonly JobStatus[] = ['Cancelled', 'Closed'];

/** The query of `GET jobs`. */
export interface JobsQuery {
  readonly status?: JobStatus;
  readonly priority?: JobPriority;
  readonly assigned_technician_id?: number;
  /** The deleted jobs, in place of all others. */
  readonly deleted?: boolean;
  /** Only jobs that no technician has. */
  readonly unassigned?: boolean;
  /** Only jobs of this day in the company's zone, YYYY-MM-DD. */
  readonly scheduled_on?: string;
  readonly page?: number;
  readonly per_page?: number;
}

/** One of `GET jobs`, the newest first; as in the API. */
export interface ListedJobAnswer {
  readonly job_id: number;
  readonly version: number;
  readonly external_id: string | null;
  readonly job_title: string;
  readonly job_description: string;
  readonly job_status: JobStatus;
  readonly job_priority: JobPriority;
  readonly assigned_technician_id: number | null;
  readonly assigned_technician_name: string | null;
  readonly customer_location_id: number;
  readonly customer_location_name: string | null;
  readonly customer_id: number | null;
  readonly customer_name: string | null;
  readonly scheduled_start: string | null;
  readonly scheduled_end: string | null;
  readonly actual_start: string | null;
  readonly actual_end: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** An asset that a job is about. */
export interface LinkedAssetAnswer {
  readonly asset_id: number;
  readonly asset_tag: string | null;
  readonly asset_name: string | null;
  /** As jobs has heard of it: an `AssetStatus`, or one that a newer release of assets has added. */
  readonly asset_status: string | null;
  readonly relationship_type: RelationshipType;
  readonly relationship_notes: string | null;
  readonly linked_at: string;
}

/** `GET jobs/:id`, deleted or not. */
export interface JobAnswer extends ListedJobAnswer {
  readonly assets: readonly LinkedAssetAnswer[];
  readonly deleted: boolean;
  /** The statuses that the job may be moved to; none of a deleted one. */
  readonly allowed_moves: readonly JobStatus[];
  readonly required_skills: readonly {
    readonly skill_name: string;
    readonly skill_level: number;
  }[];
  readonly required_parts: readonly {
    readonly item_id: number;
    readonly location_id: number;
    readonly quantity: number;
  }[];
}

/** `GET jobs/:id/reservation`; null for a job that needs no parts, or of which inventory has not heard yet. */
export interface ReservationAnswer {
  /** Of the job that it is for: behind the job's own until inventory has heard of the last change. */
  readonly version: number;
  /** All parts of a job are reserved, or none: then it waits for stock. */
  readonly status: 'reserved' | 'waiting' | 'released' | 'consumed';
  readonly parts: readonly {
    readonly item_id: number;
    /** Number and names are null where there is no such item or location. */
    readonly part_number: string | null;
    readonly part_name: string | null;
    readonly location_id: number;
    readonly location_name: string | null;
    readonly quantity: number;
    /** What nothing is reserved of, at that location. */
    readonly available: number;
  }[];
}

/** What `POST jobs/:id/invoices` and `POST invoices/:id/payments` answer. */
export interface InvoiceAnswer {
  readonly invoice_id: number;
  readonly invoice_number: string;
  readonly status: 'Open' | 'Paid';
  /** ISO 4217. */
  readonly currency: string;
  readonly total_cents: number;
  readonly paid_cents: number;
  readonly created_at: string;
  readonly paid_at: string | null;
}

/** One of `GET jobs/:id/invoices`, the newest first. */
export interface ListedInvoiceAnswer extends InvoiceAnswer {
  /** In the order in which they were recorded. */
  readonly payments: readonly {
    readonly payment_id: number;
    readonly amount_cents: number;
    readonly reference: string | null;
    readonly recorded_at: string;
  }[];
}

/** The body of `POST jobs/:id/invoices`. */
export interface NewInvoiceBody {
  readonly total_cents: number;
  readonly currency: string;
  /** The same for an invoice that is sent again: it is created once. */
  readonly idempotency_key: string;
}

/** The body of `POST invoices/:id/payments`. */
export interface NewPaymentBody {
  readonly amount_cents: number;
  readonly reference?: string | null;
  /** The same for a payment that is sent again: it is recorded once. */
  readonly idempotency_key: string;
}

/** `POST jobs/:id/delete` and `restore`. */
export interface JobDeletionAnswer {
  readonly job_id: number;
  readonly deleted: boolean;
}
