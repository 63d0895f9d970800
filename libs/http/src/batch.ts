import { MAX_BATCH_ITEMS, MAX_BATCH_ENTRIES, countArrayItems } from '@svc/contracts';
import Joi, { type CustomValidator, type ObjectSchema } from 'joi';
import { array, uniqueByField } from './array';

export interface Batch<Entry> {
  readonly entries: readonly Entry[];
}

const isSmallEnough: CustomValidator<readonly unknown[]> = (entries, { error }) =>
  countArrayItems(entries) - entries.length > MAX_BATCH_ITEMS ? error('batch.items') : entries;

export const createBatchSchema = <Entry>(
  entry: ObjectSchema<Entry>,
  key: keyof Entry & string,
): ObjectSchema<Batch<Entry>> =>
  Joi.object<Batch<Entry>>({
    entries: array(entry, MAX_BATCH_ENTRIES)
      .min(1)
      .custom(uniqueByField(key))
      .custom(isSmallEnough)
      .messages({
        'batch.items': `{{#label}} must not hold more than ${MAX_BATCH_ITEMS} items in all`,
      })
      .required(),
  });
