import type { ScheduledJobResponse } from '../../../../contract/responses';
import type { Fit } from './technician-fit';

export interface Assignment {
  readonly job: ScheduledJobResponse;
  readonly technician: Pick<Fit, 'id' | 'name'>;
}

export interface AssignmentResult extends Assignment {
  /** The job's version afterwards; absent after a failure. */
  readonly version?: number;
  readonly failure?: string;
}

export function describeResults(results: readonly AssignmentResult[]): {
  readonly text: string;
  readonly failures: readonly string[];
} {
  const failures = results.flatMap(({ job, failure }) =>
    failure === undefined ? [] : [`${job.job_title}: ${failure}`],
  );
  const done = results.length - failures.length;
  const names = new Set(results.map(({ technician }) => technician.name));
  const to = names.size === 1 ? ` to ${[...names].join('')}` : '';
  const counted =
    failures.length > 0
      ? `${done} of ${results.length} jobs`
      : `${done} ${done === 1 ? 'job' : 'jobs'}`;
  return { text: `${counted} assigned${to}.`, failures };
}
