import { reloadRecords } from '../../live/reload-records';
import { toRequestError } from '../../server/request-error';
import { showDone, showFailure } from '../../shown/messages';
import { showUndoable } from '../../shown/undoable';
import { describeResults, type Assignment, type AssignmentResult } from './assignment-results';
import { assignTo, toChangedFields } from './placement';
import { saveSchedule } from './save-schedule';

/** One after the other, so that many do not crowd out what others do. */
export async function assignJobs(
  assignments: readonly Assignment[],
): Promise<readonly AssignmentResult[]> {
  const results: AssignmentResult[] = [];
  for (const assignment of assignments) {
    const { job, technician } = assignment;
    try {
      const changes = toChangedFields(job, assignTo(job, technician.id));
      const { data } = await saveSchedule(job.job_id, changes, job.version);
      results.push({ ...assignment, version: data.version });
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
  if (failures.length > 0) showFailure(text)(new Error(failures.join(' ')));
  else showUndoable(text, { undo: () => void undoAssignments(results) });
}

async function undoAssignments(results: readonly AssignmentResult[]): Promise<void> {
  try {
    for (const { job, technician, version = job.version } of results) {
      await saveSchedule(job.job_id, toChangedFields(assignTo(job, technician.id), job), version);
    }
    showDone('Undone.');
  } catch (error) {
    showFailure("Couldn't undo.")(toRequestError(error));
  }
  void reloadRecords('job');
}
