import type { ChangedKind } from '../../../contract/live';
import { recordsChanged } from '../live/records-changed';
import { showDone } from '../shown/messages';

/** Closes a dialog whose request was carried out, says so, and has what shows the records read again. */
export const finishDialog =
  (onClose: () => void, message: string, kind: ChangedKind) => (): void => {
    onClose();
    showDone(message);
    void recordsChanged(kind);
  };
