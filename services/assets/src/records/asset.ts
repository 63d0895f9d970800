import { ASSET_CONDITIONS, OWNERSHIP_TYPES } from '@svc/contracts';
import { toSearchText } from '@svc/database';
import { fields } from '@svc/http';
import { defineRecord, field, type DetailsOf, type EntryOf, type RecordOf } from '@svc/records';
import { assetStatuses, DEFAULT_STATUS } from '../domain/asset-status';

export const asset = defineRecord({
  name: 'Asset',
  table: 'assets',
  history: true,
  fields: {
    id: field.key('asset_id', 88),
    companyId: field.company(),
    version: field.version('Grows by 1 with each change.', 5),
    externalId: field.externalId('EQ-2041'),
    assetTag: field.text('readOnly', {
      column: 'tag',
      about: 'Generated: AST-000001 and upward, never used twice.',
      example: 'AST-000088',
    }),
    assetName: field.text('required', { column: 'name', example: 'Rooftop unit 2' }),
    assetTypeId: field.id('required', { example: 3 }),
    assetTypeName: field.text('joined', { example: 'HVAC unit' }),
    status: field.oneOf(assetStatuses.states)('optional', {
      default: DEFAULT_STATUS,
      example: 'Active',
    }),
    locationId: field.id('optional', {
      nullable: true,
      about: 'Where it is installed.',
      aboutRequest: 'The customer location where it is installed.',
      example: 31,
    }),
    locationName: field.text('joined', { nullable: true, example: 'Main Street office' }),
    assignedTo: field.id('optional', {
      nullable: true,
      about: 'The responsible technician.',
      aboutRequest: 'The responsible technician.',
      example: 4,
    }),
    assignedToName: field.technicianName('joined', {
      nullable: true,
      about: 'null without the scope technicians:read.',
      example: 'Ada Byron',
    }),
    serialNumber: field.text('optional', { nullable: true, example: 'SN-48213' }),
    model: field.text('optional', { nullable: true, example: 'RTU-500' }),
    manufacturer: field.text('optional', { nullable: true, example: 'Northwind Climate' }),
    purchaseDate: field.date('optional', { nullable: true, example: '2024-05-01' }),
    purchaseCost: field.money('optional', { nullable: true, example: 8450.5 }),
    warrantyExpiry: field.date('optional', { nullable: true, example: '2029-05-01' }),
    notes: field.text('optional', {
      nullable: true,
      max: fields.MAX_LONG_TEXT_CHARACTERS,
      example: null,
    }),
    condition: field.oneOf(ASSET_CONDITIONS)('optional', { nullable: true, example: 'good' }),
    ownershipType: field.oneOf(OWNERSHIP_TYPES)('optional', {
      nullable: true,
      example: 'customer',
    }),
    createdAt: field.timestamp('readOnly', { example: '2026-03-02T09:15:00-05:00' }),
    updatedAt: field.timestamp('readOnly', { example: '2026-03-09T16:40:12-04:00' }),
    deletedAt: field.deletedAt(),
  },
  derive: {
    searchText: ({ assetName, assetTag, serialNumber }) =>
      toSearchText(assetName, assetTag, serialNumber),
  },
});

export type Asset = RecordOf<typeof asset>;
export type AssetDetails = DetailsOf<typeof asset>;
export type AssetEntry = EntryOf<typeof asset>;
