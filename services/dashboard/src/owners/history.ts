import type { HistoryAnswer } from '../../contract/history';
import type { TransactionAnswer } from '../../contract/inventory';

/** A change as its owner keeps it: owners know people by their ids alone. */
export interface HistoryEntry extends Omit<HistoryAnswer, 'who'> {
  readonly person_id: number | null;
}

/** A movement of stock as the inventory context keeps it. */
export interface LedgerEntry extends Omit<TransactionAnswer, 'who'> {
  readonly person_id: number | null;
}
