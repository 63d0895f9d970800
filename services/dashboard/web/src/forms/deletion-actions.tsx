import { Button, Menu } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { reloadRecords } from '../live/reload-records';
import { request } from '../server/request';
import { useMayUse } from '../session/may-use';
import { useAction } from '../server/use-action';
import { showDone, showFailure } from '../shown/messages';
import { toCapitalized } from '../shown/wording';
import { BusyButton } from './busy-button';
import { ConfirmDialog } from './confirm-dialog';
import { finishDialog } from './finish-dialog';

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

/** Only for those who may change the record: its other actions are children. */
export function DeletionActions({
  what,
  path,
  verb = 'delete',
  isDeleted,
  children,
  consequences,
}: DeletionActionsProps) {
  const mayUse = useMayUse();
  const [isConfirming, setConfirming] = useState(false);
  const close = (): void => setConfirming(false);
  const more = useRef<HTMLButtonElement>(null);
  const { name, done } = WORDS[verb];
  const restore = useAction({
    mutationFn: () => request('POST', `${path}/restore`),
    onSuccess: () => showDone(`${toCapitalized(what)} restored.`),
    onError: showFailure(`Couldn't restore the ${what}.`),
    onSettled: () => reloadRecords(what),
  });
  if (!mayUse(`change_${what}s`)) return null;
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
          <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <Button ref={more} variant="default" px="sm" aria-label="More actions">
                …
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                onClick={() => {
                  // The dialog returns the focus to where it was, and this item is about to go.
                  more.current?.focus();
                  setConfirming(true);
                }}
              >
                {`${name} ${what}`}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={`${name} this ${what}?`}
          confirmName={`${name} ${what}`}
          send={() => request('POST', `${path}/${verb}`)}
          done={() => finishDialog(close, `${toCapitalized(what)} ${done}.`, what)}
          onClose={close}
        >
          {consequences}
        </ConfirmDialog>
      )}
    </>
  );
}
