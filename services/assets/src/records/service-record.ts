import { SERVICE_TYPES } from '@svc/contracts';
import { fields } from '@svc/http';
import { defineRecord, field, type DetailsOf, type RecordOf } from '@svc/records';
import Joi from 'joi';

const claimNumber = () =>
  fields
    .optionalText()
    .when('is_warranty_work', { is: true, otherwise: Joi.valid(null, '') })
    .messages({ 'any.only': '{{#label}} is only for work with is_warranty_work true' });

/** Service that was done on an asset. */
export const serviceRecord = defineRecord({
  name: 'Service record',
  table: 'service_records',
  fields: {
    id: field.key('service_id', 501),
    companyId: field.company(),
    assetId: field.id('readOnly', { example: 88 }),
    taskId: field.id('readOnly', { nullable: true, example: null }),
    serviceType: field.oneOf(SERVICE_TYPES)('required', { example: 'repair' }),
    description: field.text('required', {
      max: fields.MAX_LONG_TEXT_CHARACTERS,
      example: 'Replaced the compressor contactor.',
    }),
    resolutionNotes: field.text('optional', {
      nullable: true,
      max: fields.MAX_LONG_TEXT_CHARACTERS,
      example: 'Tested for one hour under load.',
    }),
    partsUsedSummary: field.text('readOnly', { nullable: true, example: null }),
    technicianId: field.id('optional', {
      nullable: true,
      aboutRequest: 'Who did the work.',
      example: 4,
    }),
    serviceDate: field.date('required', { example: '2026-03-09' }),
    serviceStartedAt: field.timestamp('readOnly', { nullable: true, example: null }),
    serviceCompletedAt: field.timestamp('readOnly', { nullable: true, example: null }),
    createdAt: field.timestamp('readOnly', { example: '2026-03-09T16:40:12-04:00' }),
    nextServiceDue: field.date('readOnly', { nullable: true, example: null }),
    meterReadingAtService: field.number('readOnly', { nullable: true, example: null }),
    laborHours: field.money('optional', { nullable: true, example: 1.5 }),
    serviceCost: field.money('optional', { nullable: true, example: 220 }),
    isWarrantyWork: field.flag('optional', { default: false, example: true }),
    warrantyClaimNumber: field.text('optional', {
      nullable: true,
      schema: claimNumber,
      aboutRequest: 'Only for work with is_warranty_work true.',
      example: 'WC-1182',
    }),
  },
});

export type ServiceRecord = RecordOf<typeof serviceRecord>;
export type ServiceRecordDetails = DetailsOf<typeof serviceRecord>;
