import type { CompanyAnswer } from './company';
import type { JobStatus } from './jobs';

/** `GET overview/jobs` */
export interface JobsOfTodayAnswer {
  /** Today in the company's zone, YYYY-MM-DD. */
  readonly date: string;
  /** The jobs that are scheduled for today, by status; a status that none has is left out. */
  readonly statuses: readonly { readonly job_status: JobStatus; readonly jobs: number }[];
}

/** `GET overview/requests` */
export interface RequestsAnswer {
  /** What of them is used since 0:00 UTC. */
  readonly allowances: CompanyAnswer['allowances'];
  /** The last 30 days in UTC, today the last of them. */
  readonly days: readonly {
    /** YYYY-MM-DD */
    readonly date: string;
    readonly reads: number;
    readonly writes: number;
  }[];
}

/** One of `GET overview/deliveries`: an hour, the present one the last of 25. */
export interface DeliveredHourAnswer {
  readonly from: string;
  readonly succeeded: number;
  readonly failed: number;
  /** Neither yet. */
  readonly waiting: number;
}
