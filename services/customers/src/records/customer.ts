import { textKey } from '@svc/contracts';
import { keepDigits, toSearchText } from '@svc/database';
import { defineRecord, field, type DetailsOf, type EntryOf, type RecordOf } from '@svc/records';

interface Searched {
  readonly customerName: string;
  readonly customerEmail: string;
  readonly customerPhone: string;
}

export const toCustomerSearchText = ({
  customerName,
  customerEmail,
  customerPhone,
}: Searched): string =>
  toSearchText(customerName, customerEmail, customerPhone, keepDigits(customerPhone));

export const customer = defineRecord({
  name: 'Customer',
  table: 'customers',
  history: true,
  fields: {
    id: field.key('customer_id', 12),
    companyId: field.company(),
    version: field.version('Grows by 1 with each change.', 2),
    customerName: field.text('required', { example: 'Riverside Medical Center' }),
    customerEmail: field.email('required', {
      about: 'Unique in the company whatever its case; as sent.',
      aboutRequest: 'One customer for each address, whatever its case.',
      example: 'facilities@riverside.example',
    }),
    customerPhone: field.phone('required', {
      about:
        'E.164 (an extension as ;ext=7) and unique in the company; a number that cannot be read as one is kept as sent.',
      aboutRequest:
        'E.164 recommended; another number is read as one of the country of the company. One customer for each number.',
      example: '+12125550134',
    }),
    defaultSlaHours: field.integer('required', { min: 1, max: 8_760, example: 24 }),
    externalId: field.externalId('CRM-12'),
    taxExempt: field.flag('optional', { default: false, example: true }),
    taxExemptionReason: field.text('optional', { nullable: true, example: 'Non-profit hospital' }),
    hasLocations: field.flag('internal'),
    createdAt: field.timestamp('readOnly', { example: '2026-03-02T09:15:00-05:00' }),
    updatedAt: field.timestamp('readOnly', { example: '2026-03-09T16:40:12-04:00' }),
    deletedAt: field.deletedAt(),
  },
  derive: {
    emailKey: ({ customerEmail }) => textKey(customerEmail),
    searchText: toCustomerSearchText,
  },
});

export type Customer = RecordOf<typeof customer>;
export type CustomerDetails = DetailsOf<typeof customer>;
export type CustomerEntry = EntryOf<typeof customer>;
