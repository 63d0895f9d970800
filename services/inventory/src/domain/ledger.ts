import { groupBy } from '@svc/kernel';
import type { Item } from '../records/item';
import type { Movement } from './movement';
import { moveBalance, moveItem, toPlaceKey, type Balance, type Place } from './stock';

export interface StockState {
  readonly items: readonly Item[];
  /** A place without a balance is empty. */
  readonly balances: readonly Balance[];
}

export interface LedgerEntry extends Movement {
  readonly number: number;
}

export interface StockChange {
  readonly items: readonly Item[];
  readonly balances: readonly Balance[];
  readonly entries: readonly LedgerEntry[];
  readonly at: Date;
}

/** Rejects all movements when one is not possible. */
export function moveStock(
  before: StockState,
  movements: readonly Movement[],
  at: Date,
): StockChange {
  const balances = new Map<string, Balance>();
  const entries: LedgerEntry[] = [];
  const numbers = new Map(before.items.map(({ id, movements: last }) => [id, last]));
  const there = indexBalances(before.balances);
  for (const movement of movements) {
    const key = toPlaceKey(movement);
    balances.set(key, moveBalance(balances.get(key) ?? there(movement), movement));
    const number = (numbers.get(movement.itemId) ?? 0) + 1;
    numbers.set(movement.itemId, number);
    entries.push({ ...movement, number });
  }
  const movementsOf = byItem(movements);
  const items = before.items
    .filter(({ id }) => movementsOf(id).length > 0)
    .map((item) => moveItem(item, movementsOf(item.id), at));
  return { items, balances: [...balances.values()], entries, at };
}

export function indexBalances(balances: readonly Balance[]): (place: Place) => Balance {
  const known = new Map(balances.map((balance) => [toPlaceKey(balance), balance]));
  return (place) => {
    const { itemId, locationId } = place;
    return known.get(toPlaceKey(place)) ?? { itemId, locationId, quantity: 0, reservedQuantity: 0 };
  };
}

export function byItem<Row extends { readonly itemId: number }>(
  rows: readonly Row[],
): (itemId: number) => readonly Row[] {
  const groups = groupBy(rows, ({ itemId }) => itemId);
  return (itemId) => groups.get(itemId) ?? [];
}
