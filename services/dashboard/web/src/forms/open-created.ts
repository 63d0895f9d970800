import { useNavigate } from '@tanstack/react-router';
import { showDone } from '../shown/messages';

interface Creation {
  /** What is created, such as "job". */
  readonly what: string;
  /** Has what pages show of these records read again. */
  readonly changed: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** What a dialog does once its record was created: it says so, and opens the page of the record. */
export function useOpenCreated({ what, changed, onClose }: Creation): (path: string) => void {
  const navigate = useNavigate();
  return (path) => {
    onClose();
    showDone(`The ${what} was created.`);
    void changed();
    // The form has been saved, and its question before leaving is one rendering late.
    void navigate({ to: path as never, ignoreBlocker: true });
  };
}
