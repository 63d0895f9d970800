import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { recordsChanged } from '../live/records-changed';
import { ask } from '../server/ask';
import { useChange } from '../server/use-change';
import { showDone, showFailure } from '../shown/messages';
import { toCapitalized } from '../shown/wording';
import { BusyButton } from './busy-button';
import { ConfirmDialog } from './confirm-dialog';

interface DeletionActionsProps {
  readonly what: 'asset' | 'customer' | 'job';
  readonly path: string;
  readonly verb?: 'delete' | 'remove';
  readonly isDeleted: boolean;
  readonly children: ReactNode;
  readonly consequences: ReactNode;
}

const WORDS = {
  delete: { name: 'Delete', done: 'deleted' },
  remove: { name: 'Remove', done: 'removed' },
};

export function DeletionActions({
  what,
  path,
  verb = 'delete',
  isDeleted,
  children,
  consequences,
}: DeletionActionsProps) {
  const [isAsked, setAsked] = useState(false);
  const { name, done } = WORDS[verb];
  const restore = useChange({
    mutationFn: () => ask('POST', `${path}/restore`),
    onSuccess: () => showDone(`${toCapitalized(what)} restored.`),
    onError: showFailure(`Couldn't restore the ${what}.`),
    onSettled: () => recordsChanged(what),
  });
  // The dialog stays open when somebody else deletes the record.
  return (
    <>
      {isDeleted ? (
        <BusyButton isBusy={restore.isPending} onClick={() => restore.mutate()}>
          {`Restore ${what}`}
        </BusyButton>
      ) : (
        <>
          {children}
          <Button variant="default" onClick={() => setAsked(true)}>
            {`${name} ${what}`}
          </Button>
        </>
      )}
      {isAsked && (
        <ConfirmDialog
          title={`${name} this ${what}?`}
          confirmName={`${name} ${what}`}
          send={() => ask('POST', `${path}/${verb}`)}
          done={() => {
            setAsked(false);
            showDone(`${toCapitalized(what)} ${done}.`);
            void recordsChanged(what);
          }}
          onClose={() => setAsked(false)}
        >
          {consequences}
        </ConfirmDialog>
      )}
    </>
  );
}
