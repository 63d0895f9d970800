import { useMutation, useMutationState } from '@tanstack/react-query';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import { reloadRecords } from '../../live/reload-records';
import { request } from '../../server/request';
import { toRequestError } from '../../server/request-error';
import { showFailure, showWarning } from '../../shown/messages';
import { toChangedFields, type Placement } from './placement';

/** A change of a job that is being saved. */
export interface Move {
  readonly job: ScheduledJobResponse;
  readonly to: Placement;
  readonly warnings: readonly string[];
}

const MOVES = ['reschedule'];

export function useReschedule(): (move: Move) => void {
  const { mutate } = useMutation({
    mutationKey: MOVES,
    mutationFn: ({ job, to }: Move) => {
      const body = { ...toChangedFields(job, to), expected_version: job.version };
      return request('PUT', 'v1/jobs', { query: { id: job.job_id }, body });
    },
    // The job stays at its new place until the schedule has been reloaded.
    onSuccess: (_answer, { warnings }) => {
      if (warnings.length > 0) showWarning(warnings.join(' '));
      return reloadRecords('job');
    },
    onError: (error) => {
      void reloadRecords('job');
      if (toRequestError(error).code !== 'conflict') showFailure('The job was not moved.')(error);
      else showFailure('This job has changed.')(new Error('Showing the latest version.'));
    },
  });
  return (move) => {
    if (Object.keys(toChangedFields(move.job, move.to)).length > 0) mutate(move);
  };
}

export const useMoves = (): readonly Move[] =>
  useMutationState({
    filters: { mutationKey: MOVES, status: 'pending' },
    select: ({ state }) => state.variables as Move,
  });
