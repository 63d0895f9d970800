import { becameLow, stockChanged, type Author } from '../domain/item-events';
import { moveStock, type StockChange, type StockState } from '../domain/ledger';
import { requireSameMovement, type Movement } from '../domain/movement';
import type { UnitOfWork } from '../persistence/transaction';

interface Recording {
  readonly companyId: number;
  readonly author: Author;
  readonly at: Date;
}

/** @throws idempotency_key_reused when the key belongs to another movement of the item */
export async function isRecorded(
  stock: UnitOfWork['stock'],
  companyId: number,
  movement: Movement,
): Promise<boolean> {
  const { itemId, idempotencyKey } = movement;
  if (idempotencyKey === undefined) return false;
  const earlier = await stock.findMovement(companyId, itemId, idempotencyKey);
  if (!earlier) return false;
  requireSameMovement(earlier, movement);
  return true;
}

export async function recordMovements(
  stock: UnitOfWork['stock'],
  { state, movements }: { readonly state: StockState; readonly movements: readonly Movement[] },
  { companyId, author, at }: Recording,
): Promise<StockChange> {
  const change = moveStock(state, movements, at);
  const { items: before } = state;
  const events = [
    ...stockChanged({ before, change }, author),
    ...becameLow(before, change.items, { author, at }),
  ];
  await stock.record(change, { companyId, author, events });
  return change;
}
