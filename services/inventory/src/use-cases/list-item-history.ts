import { historyOfExisting, type RecordHistory } from '@svc/outbox';
import type { Dependencies } from './dependencies';

/** The changes of an item's own fields; the ledger has those of its stock. */
export const listItemHistory = ({ items, history }: Dependencies): RecordHistory =>
  historyOfExisting(history, items.find);
