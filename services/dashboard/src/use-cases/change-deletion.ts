import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { recordActivity } from './record-activity';

/** The deletion or the restoration of a record that another context owns. */
interface DeletionChange<Found> {
  readonly find: (asker: Asker, id: number) => Promise<Found>;
  readonly isDone: (found: Found) => boolean;
  readonly act: (asker: Asker, id: number) => Promise<void>;
  readonly what: (found: Found) => string;
}

/** Deletes or restores a record and logs it; nothing is logged where that changes nothing. */
export const changeDeletion =
  <Found>(dependencies: Dependencies, { find, isDone, act, what }: DeletionChange<Found>) =>
  async (asker: Asker, id: number): Promise<void> => {
    const found = await find(asker, id);
    if (isDone(found)) return;
    await act(asker, id);
    await recordActivity(dependencies, asker, { kind: 'deletion', what: what(found) });
  };
