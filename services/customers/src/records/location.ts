import { toSearchText } from '@svc/database';
import { fields } from '@svc/http';
import { defineRecord, field, type DetailsOf, type EntryOf, type RecordOf } from '@svc/records';
import { STATES } from '../domain/us-states';

const state = () =>
  fields
    .text()
    .custom((value: string, helpers) => {
      const code = value.toUpperCase();
      return STATES.includes(code) ? code : helpers.error('state.unknown');
    })
    .messages({
      'state.unknown':
        '{{#label}} must be the two letters of a US state, territory or military region',
    })
    .note('Two letters of a US state, DC, a territory (FM, MH, PW and UM too) or AA, AE, AP.');

const zip = () =>
  fields
    .text()
    .pattern(/^[0-9]{5}$/)
    .messages({ 'string.pattern.base': '{{#label}} must be 5 digits' })
    .note('Used to locate the address, even if it belongs to another state.');

const MAX_NOTES_BYTES = 2_048;
const notes = () =>
  fields
    .anyText()
    .max(MAX_NOTES_BYTES, 'utf8')
    .allow(null, '')
    .messages({ 'string.max': '{{#label}} must be at most {{#limit}} bytes' })
    .note(`Internal; at most ${MAX_NOTES_BYTES} bytes.`);

interface Searched {
  readonly locationName: string;
  readonly addressStreet: string;
  readonly addressCity: string;
  readonly addressState: string;
  readonly addressZip: string;
}

export const toLocationSearchText = (each: Searched): string =>
  toSearchText(
    each.locationName,
    `${each.addressStreet}, ${each.addressCity}, ${each.addressState} ${each.addressZip}`,
  );

export const location = defineRecord({
  name: 'Location',
  table: 'locations',
  // Its changes belong to the history of its customer.
  history: { recordId: 'customerId', partColumn: 'location_id' },
  fields: {
    id: field.key('location_id', 31),
    companyId: field.company(),
    customerId: field.id('internal'),
    version: field.version('Grows by 1 with each change.', 1),
    locationName: field.text('required', { example: 'Main building' }),
    addressStreet: field.text('required', { example: '350 5th Avenue' }),
    addressCity: field.text('required', { example: 'New York' }),
    addressState: field.text('required', { schema: state, length: 2, example: 'NY' }),
    addressZip: field.text('required', { schema: zip, length: 5, example: '10001' }),
    latitude: field.number('readOnly', {
      about: 'Found from the address.',
      inHistory: true,
      example: 40.75065,
    }),
    longitude: field.number('readOnly', {
      about: 'Found from the address.',
      inHistory: true,
      example: -73.997293,
    }),
    contactEmail: field.email('optional', { nullable: true, example: 'desk@riverside.example' }),
    contactPhone: field.phone('optional', {
      nullable: true,
      about: 'E.164 where the number can be read as one.',
      aboutRequest: 'E.164 recommended.',
      example: '+12125550135',
    }),
    externalId: field.externalId('CRM-12-1'),
    notes: field.text('optional', {
      nullable: true,
      schema: notes,
      example: 'Ring at the loading dock.',
    }),
    isPrimary: field.flag('readOnly', {
      about: "Whether it is the customer's first location.",
      example: true,
    }),
    createdAt: field.timestamp('readOnly', { example: '2026-03-02T09:15:00-05:00' }),
    updatedAt: field.timestamp('readOnly', { example: '2026-03-02T09:15:00-05:00' }),
  },
  derive: {
    searchText: toLocationSearchText,
  },
});

export type Location = RecordOf<typeof location>;
export type LocationDetails = DetailsOf<typeof location>;
export type LocationEntry = EntryOf<typeof location>;
