import type { SqlCondition } from '@svc/database';
import { OPEN_STATUSES } from '../domain/job-status';

/** `until` is exclusive. */
export interface Range {
  readonly from: Date;
  readonly until: Date;
}

/** If only one of the two times is known, it stands for both. */
export const START = 'coalesce(scheduled_start, scheduled_end)';
export const END = 'coalesce(scheduled_end, scheduled_start)';

export const IN_RANGE = `${START} < :until and (${END} > :from or ${START} >= :from)`;

/**
 * Uses two indexes: one of starts, for jobs of up to 24 hours, which began at most that long before
 * the range, and one of the few longer jobs.
 */
export const JOBS_DURING = `(
     select * from jobs
     where company_id = :companyId and deleted_at is null
       and ${START} >= :from::timestamptz - interval '24 hours' and ${IN_RANGE}
     union all
     select * from jobs
     where company_id = :companyId and deleted_at is null
       and scheduled_end - scheduled_start > interval '24 hours'
       and scheduled_end > :from and scheduled_start < :from::timestamptz - interval '24 hours'
   ) job`;

/** The statuses are literals, because the indexes of open jobs are partial. */
export const IS_OPEN = `job.status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** Live jobs are found by both indexes as well. */
export const isDuring = ({ from, until }: Range): SqlCondition => [
  `((${START} >= ?::timestamptz - interval '24 hours' and ${START} < ?
      and (${END} > ? or ${START} >= ?))
    or (scheduled_end - scheduled_start > interval '24 hours' and scheduled_end > ?
      and scheduled_start < ?::timestamptz - interval '24 hours' and scheduled_start < ?))`,
  ...[from, until, from, from],
  ...[from, from, until],
];
