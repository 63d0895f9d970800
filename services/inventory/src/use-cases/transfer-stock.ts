import { DomainError, type Caller } from '@svc/contracts';
import { indexBalances } from '../domain/ledger';
import { transferMovements, type Movement, type Transfer } from '../domain/movement';
import type { Balance } from '../domain/stock';
import type { ItemAtLocation } from '../persistence/stock-repository';
import type { Dependencies } from './dependencies';
import { isRecorded, recordMovements } from './record-movements';

export interface TransferStock extends Transfer {
  readonly caller: Caller;
}

export interface TransferSide {
  readonly locationId: number;
  readonly locationName: string;
  readonly newQuantity: number;
}

export interface StockTransfer {
  readonly from: TransferSide;
  readonly to: TransferSide;
}

export const transferStock =
  ({ transact, now }: Dependencies) =>
  async (asked: TransferStock): Promise<StockTransfer> => {
    const { caller, itemId, fromLocationId, toLocationId } = asked;
    const { companyId } = caller;
    if (fromLocationId === toLocationId) {
      throw new DomainError('same_location', 'from_location_id and to_location_id are the same.');
    }
    const [out, into] = transferMovements(asked);
    const moved: Movement = { ...out, itemId };
    return transact(async ({ stock }) => {
      const items = await stock.lock(companyId, [itemId]);
      if (items.length === 0) throw new DomainError('item_not_found', 'Item not found.');
      const byLocation = await stock.atLocations(companyId, itemId, [fromLocationId, toLocationId]);
      const [from, to] = [byLocation.get(fromLocationId), byLocation.get(toLocationId)];
      if (from && to && (await isRecorded(stock, companyId, moved))) {
        return { from: sideOf(from, from), to: sideOf(to, to) };
      }
      if (!from) {
        throw new DomainError('from_location_not_found', 'from_location_id is not a location.');
      }
      if (!to?.isActive) {
        throw new DomainError('to_location_not_found', 'to_location_id is not an active location.');
      }
      if (!from.hasEntry) {
        throw new DomainError('no_stock', 'from_location_id never had stock of the item.');
      }
      const { balances } = await recordMovements(
        stock,
        { state: { items, balances: [from, to] }, movements: [moved, { ...into, itemId }] },
        { companyId, author: caller, at: now() },
      );
      const after = indexBalances(balances);
      return { from: sideOf(from, after(from)), to: sideOf(to, after(to)) };
    });
  };

const sideOf = (
  { locationId, locationName }: ItemAtLocation,
  { quantity }: Balance,
): TransferSide => ({ locationId, locationName, newQuantity: quantity });
