import { useNavigate } from '@tanstack/react-router';
import type { ChangedKind } from '../../../contract/live';
import { recordsChanged } from '../live/records-changed';
import { showDone } from '../shown/messages';

interface Creation {
  /** What is created, such as "job". */
  readonly what: ChangedKind;
  readonly onClose: () => void;
}

/** What a dialog does once its record was created: it says so, and opens the page of the record. */
export function useOpenCreated({ what, onClose }: Creation): (path: string) => void {
  const navigate = useNavigate();
  return (path) => {
    onClose();
    showDone(`The ${what} was created.`);
    void recordsChanged(what);
    // The form has been saved, and its question before leaving is one rendering late.
    void navigate({ to: path as never, ignoreBlocker: true });
  };
}
