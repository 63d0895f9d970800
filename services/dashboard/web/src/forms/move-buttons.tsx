import { useState } from 'react';
import type { Change } from '../server/use-change';
import { BusyButton } from './busy-button';
import { ConfirmDialog } from './confirm-dialog';

interface MoveButtonsProps<Status extends string> {
  readonly what: string;
  readonly moves: readonly Status[];
  /** Moves to these ask first, because no move leads out of them. */
  readonly finalStatuses: readonly Status[];
  readonly move: Change<Status>;
  readonly size?: 'xs' | 'sm';
}

export function MoveButtons<Status extends string>({
  what,
  moves,
  finalStatuses,
  move,
  size = 'sm',
}: MoveButtonsProps<Status>) {
  const [asked, setAsked] = useState<Status>();
  return (
    <>
      {moves.map((status) => {
        const isFinal = finalStatuses.includes(status);
        return (
          <BusyButton
            key={status}
            size={size}
            {...(isFinal ? { variant: 'outline', color: 'red' } : { variant: 'light' })}
            isBusy={move.isPending && move.variables === status}
            disabled={move.isPending}
            onClick={() => (isFinal ? setAsked(status) : move.mutate(status))}
          >
            {status}
          </BusyButton>
        );
      })}
      {asked !== undefined && (
        <ConfirmDialog
          title={`Move this ${what} to ${asked}?`}
          confirmName={`Move to ${asked}`}
          send={async () => move.mutate(asked)}
          done={() => setAsked(undefined)}
          onClose={() => setAsked(undefined)}
        >
          You can't change the status of this {what} afterwards.
        </ConfirmDialog>
      )}
    </>
  );
}
