import { Group } from '@mantine/core';
import { useState } from 'react';
import type { Action } from '../server/use-action';
import { None } from '../shown/none';
import { BusyButton } from './busy-button';
import { ConfirmDialog } from './confirm-dialog';

interface MoveButtonsProps<Status extends string> {
  readonly what: string;
  readonly moves: readonly Status[];
  /** Moves to these ask first, because no move leads out of them. */
  readonly finalStatuses: readonly Status[];
  readonly move: Action<Status>;
}

export function MoveButtons<Status extends string>({
  what,
  moves,
  finalStatuses,
  move,
}: MoveButtonsProps<Status>) {
  const [confirming, setConfirming] = useState<Status>();
  return (
    <>
      {moves.length > 0 && (
        <Group gap="xs" role="group" aria-label="Move to">
          <None>Move to</None>
          {moves.map(toButton)}
        </Group>
      )}
      {confirming !== undefined && (
        <ConfirmDialog
          title={`Move this ${what} to ${confirming}?`}
          confirmName={`Move to ${confirming}`}
          send={async () => move.mutate(confirming)}
          done={() => setConfirming(undefined)}
          onClose={() => setConfirming(undefined)}
        >
          You can't change the status of this {what} afterwards.
        </ConfirmDialog>
      )}
    </>
  );

  function toButton(status: Status) {
    const isFinal = finalStatuses.includes(status);
    return (
      <BusyButton
        key={status}
        {...(isFinal ? { variant: 'outline', color: 'red' } : { variant: 'light' })}
        isBusy={move.isPending && move.variables === status}
        disabled={move.isPending}
        onClick={() => (isFinal ? setConfirming(status) : move.mutate(status))}
      >
        {status}
        {isFinal && <span aria-hidden="true">…</span>}
      </BusyButton>
    );
  }
}
