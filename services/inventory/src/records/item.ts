import { textKey } from '@svc/contracts';
import { toSearchText } from '@svc/database';
import { fields } from '@svc/http';
import { defineRecord, field, type DetailsOf, type EntryOf, type RecordOf } from '@svc/records';

export const item = defineRecord({
  name: 'Item',
  table: 'items',
  history: true,
  fields: {
    id: field.id('readOnly', { example: 41 }),
    companyId: field.company(),
    version: field.version(
      'Grows with each change of the item and with each movement of its stock.',
      9,
    ),
    externalId: field.externalId('ERP-F100'),
    partNumber: field.identifier('required', {
      aboutRequest: 'Unique in the company, upper and lower case being the same.',
      example: 'F-100',
    }),
    partName: field.text('required', { example: 'Air filter 16x25' }),
    description: field.text('optional', {
      nullable: true,
      max: fields.MAX_LONG_TEXT_CHARACTERS,
      example: 'Pleated, MERV 11.',
    }),
    category: field.text('optional', { nullable: true, example: 'Filters' }),
    serialNumber: field.text('optional', { nullable: true, example: null }),
    quantityOnHand: field.count('readOnly', { about: 'The sum over all locations.', example: 20 }),
    minStockLevel: field.count('optional', {
      default: 0,
      about: 'The low-stock threshold.',
      aboutRequest: 'The low-stock threshold',
      example: 5,
    }),
    reorderQuantity: field.count('optional', { default: 0, example: 24 }),
    costPerUnit: field.unitPrice('optional', { nullable: true, example: 6.4 }),
    pricePerUnit: field.unitPrice('optional', { nullable: true, example: 14.95 }),
    supplierId: field.id('optional', {
      nullable: true,
      aboutRequest: 'A supplier of the company.',
      example: 3,
    }),
    movements: field.count('internal'),
    createdAt: field.timestamp('readOnly', { example: '2026-03-02T09:15:00-05:00' }),
    updatedAt: field.timestamp('readOnly', { example: '2026-03-09T16:40:12-04:00' }),
  },
  derive: {
    partNumberKey: ({ partNumber }) => textKey(partNumber),
    categoryKey: ({ category }) => category && categoryKey(category),
    searchText: ({ partNumber, partName }) => toSearchText(partNumber, partName),
  },
});

/** Categories differ by case, but not by how their letters are composed. */
export const categoryKey = (category: string): string => category.normalize('NFC');

export type Item = RecordOf<typeof item>;
export type ItemDetails = DetailsOf<typeof item>;
export type ItemEntry = EntryOf<typeof item>;
