import { DomainError, invalidField } from '@svc/contracts';
import type { Item } from '../records/item';
import { MOVEMENT_EFFECTS, type Movement } from './movement';

export interface Place {
  readonly itemId: number;
  readonly locationId: number;
}

export const toPlaceKey = ({ itemId, locationId }: Place): string => `${itemId} ${locationId}`;

export interface Balance extends Place {
  readonly quantity: number;
  readonly reservedQuantity: number;
}

export const getAvailable = ({ quantity, reservedQuantity }: Balance): number =>
  quantity - reservedQuantity;

/** A 32-bit integer. */
const QUANTITY_MAX = 2 ** 31 - 1;

/** @throws insufficient_stock when reserved stock would be taken */
export function moveBalance(before: Balance, { transactionType, quantity }: Movement): Balance {
  const effect = MOVEMENT_EFFECTS[transactionType];
  const after: Balance = {
    ...before,
    quantity: before.quantity + quantity * effect.quantity,
    reservedQuantity: before.reservedQuantity + quantity * effect.reserved,
  };
  if (getAvailable(after) < 0) throw insufficientStock(getAvailable(before), Math.abs(quantity));
  if (after.reservedQuantity < 0) {
    throw new Error(`Cannot release more of item ${before.itemId} than is reserved.`);
  }
  return after;
}

export function moveItem(item: Item, movements: readonly Movement[], at: Date): Item {
  const change = movements
    .map(({ transactionType, quantity }) => quantity * MOVEMENT_EFFECTS[transactionType].quantity)
    .reduce((sum, each) => sum + each, 0);
  const quantityOnHand = item.quantityOnHand + change;
  if (quantityOnHand > QUANTITY_MAX) {
    throw invalidField('quantity', `quantity would bring the total above ${QUANTITY_MAX}.`);
  }
  return {
    ...item,
    version: item.version + 1,
    quantityOnHand,
    movements: item.movements + movements.length,
    updatedAt: change === 0 ? item.updatedAt : at,
  };
}

const insufficientStock = (available: number, wanted: number): DomainError =>
  new DomainError(
    'insufficient_stock',
    `Only ${available} of the item can be taken at this location, not ${wanted}.`,
  );
