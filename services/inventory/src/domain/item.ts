import { changedFields, givenFields, revised } from '@svc/kernel';

/** What a client decides about an item. */
export interface ItemContent {
  /** The client's own id, which no other item of the company has. */
  readonly externalId: string | null;
  readonly partNumber: string;
  readonly partName: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly serialNumber: string | null;
  readonly minStockLevel: number;
  readonly reorderQuantity: number;
  readonly costPerUnit: number | null;
  readonly pricePerUnit: number | null;
  readonly supplierId: number | null;
}

/** A part that is kept in stock. */
export interface Item extends ItemContent {
  readonly companyId: number;
  readonly id: number;
  /** Grows with every change of the item and with every movement of its stock. */
  readonly version: number;
  /** The sum over all locations. */
  readonly quantityOnHand: number;
  /** How many movements the ledger has of it. */
  readonly movements: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whether it is at or below a minimum level above 0, as the items of low stock are. */
export const isLowOnStock = ({ quantityOnHand, minStockLevel }: Item): boolean =>
  minStockLevel > 0 && quantityOnHand <= minStockLevel;

/** An item before the database has given it an id. */
export type ItemDraft = Omit<Item, 'id'>;

/** What is to be different about an item; what is absent stays as it is. */
export type ItemChanges = {
  readonly [Field in keyof ItemContent]?: ItemContent[Field] | undefined;
};

/** The fields that an item is created with; those left out are empty or 0. */
export type ItemInput = Pick<ItemContent, 'partNumber' | 'partName'> & ItemChanges;

/** The whole content of an item, with defaults for the fields that were left out. */
export const completed = (input: ItemInput): ItemContent => ({
  externalId: input.externalId ?? null,
  partNumber: input.partNumber,
  partName: input.partName,
  description: input.description ?? null,
  category: input.category ?? null,
  serialNumber: input.serialNumber ?? null,
  minStockLevel: input.minStockLevel ?? 0,
  reorderQuantity: input.reorderQuantity ?? 0,
  costPerUnit: input.costPerUnit ?? null,
  pricePerUnit: input.pricePerUnit ?? null,
  supplierId: input.supplierId ?? null,
});

/** A new item, of which nothing is in stock yet. */
export const newItem = (companyId: number, input: ItemInput, at: Date): ItemDraft => ({
  ...completed(input),
  companyId,
  version: 1,
  quantityOnHand: 0,
  movements: 0,
  createdAt: at,
  updatedAt: at,
});

/** Fields whose former values an update announces. */
export const EDITABLE = [
  'externalId',
  'partNumber',
  'partName',
  'description',
  'category',
  'serialNumber',
  'minStockLevel',
  'reorderQuantity',
  'costPerUnit',
  'pricePerUnit',
  'supplierId',
] as const satisfies readonly (keyof ItemContent)[];

export type EditableField = (typeof EDITABLE)[number];

/** The editable fields in which two states of an item differ. */
export const differences = (before: Item, after: Item): EditableField[] =>
  changedFields(EDITABLE, before, after);

/** The item after a change, or the very same item when the change makes no difference. */
export function editItem(item: Item, changes: ItemChanges, at: Date): Item {
  const edited: Item = { ...item, ...givenFields(changes) };
  return differences(item, edited).length === 0 ? item : revised(edited, at);
}
