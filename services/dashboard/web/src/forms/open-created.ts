import { useNavigate } from '@tanstack/react-router';
import type { ChangedKind } from '../../../contract/live';
import { reloadRecords } from '../live/reload-records';
import { showDone } from '../shown/messages';
import { toCapitalized } from '../shown/wording';

interface Creation {
  readonly what: ChangedKind;
  readonly onClose: () => void;
}

export function useOpenCreated({ what, onClose }: Creation): (path: string) => void {
  const navigate = useNavigate();
  return (path) => {
    onClose();
    showDone(`${toCapitalized(what)} created.`);
    void reloadRecords(what);
    // The blocker still sees the form as unsaved until the next rendering.
    void navigate({ to: path as never, ignoreBlocker: true });
  };
}
