import type { Item } from '../records/item';
import { moveStock } from './ledger';
import type { Movement, MovementType } from './movement';
import { moveBalance, type Balance } from './stock';

const AT = new Date('2026-03-02T14:15:00Z');
const BEFORE = new Date('2026-03-01T14:15:00Z');
const item = (overrides: Partial<Item> = {}): Item => ({
  companyId: 1,
  id: 1,
  version: 4,
  externalId: null,
  partNumber: 'F-100',
  partName: 'Filter',
  description: null,
  category: null,
  serialNumber: null,
  quantityOnHand: 10,
  minStockLevel: 0,
  reorderQuantity: 0,
  costPerUnit: null,
  pricePerUnit: null,
  supplierId: null,
  movements: 8,
  createdAt: BEFORE,
  updatedAt: BEFORE,
  ...overrides,
});
const balance: Balance = { itemId: 1, locationId: 1, quantity: 10, reservedQuantity: 4 };
const movement = (type: MovementType, quantity: number, locationId = 1): Movement => ({
  transactionType: type,
  itemId: 1,
  locationId,
  quantity,
});

it.each<[MovementType, number, number, number]>([
  ['Add', 5, 15, 4],
  ['Remove', -5, 5, 4],
  ['Transfer_out', -5, 5, 4],
  ['Transfer_in', 5, 15, 4],
  ['Adjust', 5, 15, 4],
  ['Adjust', -6, 4, 4],
  ['Reserve', -6, 10, 10],
  ['Release', 4, 10, 0],
  ['Job_complete', -4, 6, 0],
])('%s of %d leaves %d, of which %d is reserved', (type, quantity, left, reservedQuantity) => {
  expect(moveBalance(balance, movement(type, quantity))).toEqual({
    ...balance,
    quantity: left,
    reservedQuantity,
  });
});

it.each<[MovementType, number]>([
  ['Remove', -7],
  ['Transfer_out', -7],
  ['Adjust', -11],
  ['Reserve', -7],
])('refuses %s of %d: the rest is reserved', (type, quantity) => {
  expect(() => moveBalance(balance, movement(type, quantity))).toThrow(
    expect.objectContaining({ code: 'insufficient_stock' }),
  );
});

it('releases no more than is reserved', () => {
  expect(() => moveBalance(balance, movement('Release', 5))).toThrow('than is reserved');
});

describe('moveStock', () => {
  it('numbers movements on from the last one, and sums up what they change', () => {
    const movements = [movement('Transfer_out', -3), movement('Transfer_in', 3, 2)];

    const change = moveStock({ items: [item()], balances: [balance] }, movements, AT);

    expect(change).toEqual({
      items: [item({ version: 5, movements: 10 })],
      balances: [
        { ...balance, quantity: 7 },
        { itemId: 1, locationId: 2, quantity: 3, reservedQuantity: 0 },
      ],
      entries: [
        { ...movements[0], number: 9 },
        { ...movements[1], number: 10 },
      ],
      at: AT,
    });
  });

  it('dates the item only where its total changes', () => {
    const after = (type: MovementType, quantity: number) =>
      moveStock({ items: [item()], balances: [balance] }, [movement(type, quantity)], AT).items[0];

    expect(after('Adjust', 1)).toMatchObject({ quantityOnHand: 11, updatedAt: AT });
    expect(after('Reserve', -1)).toMatchObject({ quantityOnHand: 10, updatedAt: BEFORE });
  });

  it('keeps the total within 32 bits', () => {
    const state = { items: [item({ quantityOnHand: 2 ** 31 - 2 })], balances: [] };

    expect(moveStock(state, [movement('Add', 1)], AT).items[0]?.quantityOnHand).toBe(2 ** 31 - 1);
    expect(() => moveStock(state, [movement('Add', 2)], AT)).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });
});
