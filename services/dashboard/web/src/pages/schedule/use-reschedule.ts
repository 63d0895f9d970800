import { useMutation, useMutationState } from '@tanstack/react-query';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import { recordsChanged } from '../../live/records-changed';
import { ask } from '../../server/ask';
import { asRefusal } from '../../server/refusal';
import { showFailure, showWarning } from '../../shown/messages';
import { changesTo, type Placement } from './placement';

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
      const body = { ...changesTo(job, to), expected_version: job.version };
      return ask('PUT', 'v1/jobs', { query: { id: job.job_id }, body });
    },
    // The job stays at its new place until the schedule has been reloaded.
    onSuccess: (_answer, { warnings }) => {
      if (warnings.length > 0) showWarning(warnings.join(' '));
      return recordsChanged('job');
    },
    onError: (error) => {
      void recordsChanged('job');
      if (asRefusal(error).code !== 'conflict') showFailure('The job was not moved.')(error);
      else showFailure('This job has changed.')(new Error('Showing the latest version.'));
    },
  });
  return (move) => {
    if (Object.keys(changesTo(move.job, move.to)).length > 0) mutate(move);
  };
}

export const useMoves = (): readonly Move[] =>
  useMutationState({
    filters: { mutationKey: MOVES, status: 'pending' },
    select: ({ state }) => state.variables as Move,
  });
