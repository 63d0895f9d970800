import type { Item } from './item';
import type { Movement } from './movement';
import { moveBalance, moveItem, type Balance } from './stock';

/** Items and their balances as they were locked. */
export interface StockState {
  readonly items: readonly Item[];
  /** Of every place that may be moved from or to; what is not there is empty. */
  readonly balances: readonly Balance[];
}

/** A movement with its place among those of its item. */
export interface LedgerEntry extends Movement {
  readonly number: number;
}

/** What movements make of the stock, to be written together or not at all. */
export interface StockChange {
  readonly items: readonly Item[];
  readonly balances: readonly Balance[];
  readonly entries: readonly LedgerEntry[];
  readonly at: Date;
}

/** The stock after movements, in their order; or a refusal of all when one is not possible. */
export function moveStock(
  before: StockState,
  movements: readonly Movement[],
  at: Date,
): StockChange {
  const balances = new Map<string, Balance>();
  const entries: LedgerEntry[] = [];
  const numbers = new Map(before.items.map(({ id, movements: last }) => [id, last]));
  for (const movement of movements) {
    const key = `${movement.itemId} ${movement.locationId}`;
    const balance = balances.get(key) ?? balanceIn(before.balances, movement);
    balances.set(key, moveBalance(balance, movement));
    const number = (numbers.get(movement.itemId) ?? 0) + 1;
    numbers.set(movement.itemId, number);
    entries.push({ ...movement, number });
  }
  const items = before.items
    .map((item) => ({ item, own: movements.filter(({ itemId }) => itemId === item.id) }))
    .filter(({ own }) => own.length > 0)
    .map(({ item, own }) => moveItem(item, own, at));
  return { items, balances: [...balances.values()], entries, at };
}

type Place = Pick<Balance, 'itemId' | 'locationId'>;

/** What is at a place; nothing when it has no balance yet. */
export const balanceIn = (balances: readonly Balance[], { itemId, locationId }: Place): Balance =>
  balances.find((balance) => balance.itemId === itemId && balance.locationId === locationId) ?? {
    itemId,
    locationId,
    quantity: 0,
    reserved: 0,
  };
