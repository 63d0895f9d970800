import type { JobResponse } from '../../../../contract/responses';
import { request, type DashboardResponse } from '../../server/request';
import type { Placement } from './placement';

/** Changes technician, times and status together. */
export const saveSchedule = (
  jobId: number,
  changes: Partial<Placement>,
  version: number,
): Promise<DashboardResponse<JobResponse>> =>
  request('PUT', `jobs/${jobId}/schedule`, { body: { ...changes, expected_version: version } });
