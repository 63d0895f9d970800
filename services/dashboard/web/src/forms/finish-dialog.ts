import type { ChangedKind } from '../../../contract/live';
import { reloadRecords } from '../live/reload-records';
import { showDone } from '../shown/messages';

/** Closes the dialog, confirms, and reloads what shows such records. */
export function finishDialog(onClose: () => void, message: string, kind: ChangedKind): void {
  onClose();
  showDone(message);
  void reloadRecords(kind);
}
