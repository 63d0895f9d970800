import { reloadRecords } from '../../live/reload-records';
import { toRequestError } from '../../server/request-error';
import { showDone, showFailure } from '../../shown/messages';
import { describeResults, type Assignment, type AssignmentResult } from './assignment-results';
import { saveSchedule } from './save-schedule';

/** One after the other, so that many do not crowd out what others do. */
export async function assignJobs(
  assignments: readonly Assignment[],
): Promise<readonly AssignmentResult[]> {
  const results: AssignmentResult[] = [];
  for (const assignment of assignments) {
    const { job, technician } = assignment;
    try {
      await saveSchedule(job, { assigned_technician_id: technician.id }, job.version);
      results.push(assignment);
    } catch (error) {
      results.push({ ...assignment, failure: toReason(error) });
    }
  }
  void reloadRecords('job');
  return results;
}

function toReason(error: unknown): string {
  const { code, message } = toRequestError(error);
  return code === 'conflict' ? 'This job has changed.' : message;
}

/** Says in one message how many were assigned, and why others were not. */
export function showResults(results: readonly AssignmentResult[]): void {
  const { text, failures } = describeResults(results);
  if (failures.length === 0) showDone(text);
  else showFailure(text)(new Error(failures.join(' ')));
}
