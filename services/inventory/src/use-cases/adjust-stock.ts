import { DomainError, type Caller } from '@svc/contracts';
import { indexBalances } from '../domain/ledger';
import type { Movement } from '../domain/movement';
import type { Dependencies } from './dependencies';
import { isRecorded, recordMovements } from './record-movements';

export interface AdjustStock {
  readonly caller: Caller;
  readonly itemId: number;
  readonly locationId: number;
  /** Signed, not 0. */
  readonly quantity: number;
  readonly reason: string;
  readonly idempotencyKey?: string | undefined;
}

export const adjustStock =
  ({ transact, now }: Dependencies) =>
  ({ caller, reason, ...adjusted }: AdjustStock): Promise<number> =>
    transact(async ({ stock }) => {
      const { companyId } = caller;
      const { itemId, locationId, quantity } = adjusted;
      const movement: Movement = { ...adjusted, transactionType: 'Adjust', notes: reason };
      const items = await stock.lock(companyId, [itemId]);
      if (items.length === 0) throw new DomainError('not_found', 'Item not found.');
      const atLocation = (await stock.atLocations(companyId, itemId, [locationId])).get(locationId);
      if (await isRecorded(stock, companyId, movement)) return atLocation?.quantity ?? 0;
      // An inactive location can only be emptied.
      if (!atLocation || (quantity > 0 && !atLocation.isActive)) {
        throw new DomainError('location_not_found', 'location_id is not an active location.');
      }
      const { balances } = await recordMovements(
        stock,
        { state: { items, balances: [atLocation] }, movements: [movement] },
        { companyId, author: caller, at: now() },
      );
      return indexBalances(balances)({ itemId, locationId }).quantity;
    });
