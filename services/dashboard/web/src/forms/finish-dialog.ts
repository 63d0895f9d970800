import type { ChangedKind } from '../../../contract/live';
import { recordsChanged } from '../live/records-changed';
import { showDone } from '../shown/messages';

/** Closes the dialog, confirms, and reloads what shows such records. */
export const finishDialog =
  (onClose: () => void, message: string, kind: ChangedKind) => (): void => {
    onClose();
    showDone(message);
    void recordsChanged(kind);
  };
