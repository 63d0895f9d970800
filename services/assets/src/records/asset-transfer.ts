import { fields } from '@svc/http';
import { defineRecord, field, type RecordOf } from '@svc/records';

/** The only status that a transfer is answered with: it takes place at once. */
export const TRANSFER_STATUS = 'Completed';

export const assetTransfer = defineRecord({
  name: 'Transfer',
  table: 'asset_transfers',
  fields: {
    id: field.key('transfer_id', 77),
    companyId: field.company(),
    assetId: field.id('readOnly', { example: 88 }),
    fromLocationId: field.id('readOnly', { nullable: true, example: 31 }),
    toLocationId: field.id('required', {
      aboutRequest: 'A customer location, other than the present one.',
      example: 32,
    }),
    status: field.oneOf([TRANSFER_STATUS])('readOnly', { example: TRANSFER_STATUS }),
    transferReason: field.text('optional', {
      nullable: true,
      column: 'reason',
      max: fields.MAX_LONG_TEXT_CHARACTERS,
    }),
    transferDate: field.date('readOnly'),
    createdAt: field.timestamp('readOnly'),
  },
});

export type AssetTransfer = RecordOf<typeof assetTransfer>;
