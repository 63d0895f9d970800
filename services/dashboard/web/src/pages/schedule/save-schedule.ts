import type { ScheduledJobResponse } from '../../../../contract/responses';
import { request } from '../../server/request';
import type { Placement } from './placement';

type SavedJob = Pick<ScheduledJobResponse, 'job_id' | 'job_status'>;

/** A Pending job that gets a technician is Assigned by the same change; one that loses them is Pending. */
export const saveSchedule = (
  { job_id: id, job_status: status }: SavedJob,
  changes: Partial<Placement>,
  version: number,
): Promise<unknown> =>
  request('PUT', `jobs/${id}/schedule`, {
    body: {
      ...changes,
      job_status: toStatus(status, changes.assigned_technician_id),
      expected_version: version,
    },
  });

function toStatus(
  status: SavedJob['job_status'],
  technicianId: number | null | undefined,
): 'Pending' | 'Assigned' | undefined {
  if (technicianId === undefined) return undefined;
  if (technicianId === null) return status === 'Assigned' ? 'Pending' : undefined;
  return status === 'Pending' ? 'Assigned' : undefined;
}
