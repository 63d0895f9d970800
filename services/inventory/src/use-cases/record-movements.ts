import { stockChanged, type Author } from '../domain/item-events';
import { moveStock, type StockChange, type StockState } from '../domain/ledger';
import type { Movement } from '../domain/movement';
import type { StockRepository } from '../persistence/stock-repository';

interface Recording {
  readonly companyId: number;
  readonly author: Author;
  readonly at: Date;
}

/** Moves locked stock, writes what it leads to and says so; all of it or nothing. */
export async function recordMovements(
  stock: StockRepository,
  { state, movements }: { readonly state: StockState; readonly movements: readonly Movement[] },
  { companyId, author, at }: Recording,
): Promise<StockChange> {
  const change = moveStock(state, movements, at);
  const events = stockChanged(change, author);
  await stock.record(change, { companyId, actor: author.actor, events });
  return change;
}
