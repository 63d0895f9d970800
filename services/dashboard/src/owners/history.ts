import type { HistoryAnswer } from '../../contract/history';

/** A change as its owner keeps it: owners know people by their ids alone. */
export interface HistoryEntry extends Omit<HistoryAnswer, 'who'> {
  readonly person_id: number | null;
}
