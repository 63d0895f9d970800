import type { RequestStatus } from '@svc/contracts/field-values';

export { REQUEST_STATUSES, type RequestStatus } from '@svc/contracts/field-values';

/** The query of `GET service-requests`. */
export interface ServiceRequestsQuery {
  readonly status?: RequestStatus;
  readonly page?: number;
  readonly per_page?: number;
}

/** One of `GET service-requests`, newest first, and what each other route of it answers. */
export interface ServiceRequestAnswer {
  readonly service_request_id: number;
  readonly version: number;
  readonly source: 'portal' | 'booking';
  /** Null for a visitor who is no customer yet. */
  readonly customer_id: number | null;
  readonly customer_name: string | null;
  /** A job is done at a location of a customer who is not. */
  readonly customer_removed: boolean;
  readonly contact_name: string;
  readonly contact_email: string | null;
  readonly contact_phone: string | null;
  /** The beginning of the description. */
  readonly subject: string;
  readonly description: string;
  readonly status: RequestStatus;
  /** The job that was created for it. */
  readonly job_id: number | null;
  readonly created_at: string;
}
