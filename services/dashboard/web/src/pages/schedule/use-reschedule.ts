import { useMutation, useMutationState } from '@tanstack/react-query';
import { reloadRecords } from '../../live/reload-records';
import { toRequestError } from '../../server/request-error';
import { showDone, showFailure } from '../../shown/messages';
import { useTimes } from '../../shown/times';
import { showUndoable } from '../../shown/undoable';
import { describeMove } from './describe-move';
import { toChangedFields, type Move } from './placement';
import { saveSchedule } from './save-schedule';

const MUTATION_KEY = ['reschedule'];

export function useReschedule(): (move: Move) => void {
  const times = useTimes();
  const { mutate } = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: ({ job, to }: Move) =>
      saveSchedule(job.job_id, toChangedFields(job, to), job.version),
    // The job stays at its new place until the schedule has been reloaded.
    onSuccess: ({ data: { version } }, move) => {
      const { job, to, warnings, isUndo } = move;
      if (isUndo) showDone('Undone.');
      else {
        showUndoable(describeMove(move, times), {
          warnings,
          undo: () =>
            mutate({ job: { ...job, ...to, version }, to: job, warnings: [], isUndo: true }),
        });
      }
      return reloadRecords('job');
    },
    onError: (error, { isUndo }) => {
      void reloadRecords('job');
      const title = isUndo ? "Couldn't undo." : 'The job was not moved.';
      if (toRequestError(error).code !== 'conflict') showFailure(title)(error);
      else {
        const latest = 'Showing the latest version.';
        showFailure('This job has changed.')(new Error(isUndo ? `${title} ${latest}` : latest));
      }
    },
  });
  return (move) => {
    if (Object.keys(toChangedFields(move.job, move.to)).length > 0) mutate(move);
  };
}

export const usePendingMoves = (): readonly Move[] =>
  useMutationState({
    filters: { mutationKey: MUTATION_KEY, status: 'pending' },
    select: ({ state }) => state.variables as Move,
  });
