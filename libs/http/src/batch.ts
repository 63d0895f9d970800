import { BATCH_ITEMS_LIMIT, BATCH_LIMIT, itemsInside } from '@svc/contracts';
import Joi, { type CustomValidator, type ObjectSchema } from 'joi';
import { array, uniqueByField } from './array';

export interface Batch<Entry> {
  readonly entries: readonly Entry[];
}

const isSmallEnough: CustomValidator<readonly unknown[]> = (entries, { error }) =>
  itemsInside(entries) - entries.length > BATCH_ITEMS_LIMIT ? error('batch.items') : entries;

export const createBatchSchema = <Entry>(
  entry: ObjectSchema<Entry>,
  key: keyof Entry & string,
): ObjectSchema<Batch<Entry>> =>
  Joi.object<Batch<Entry>>({
    entries: array(entry, BATCH_LIMIT)
      .min(1)
      .custom(uniqueByField(key))
      .custom(isSmallEnough)
      .messages({
        'batch.items': `{{#label}} must not hold more than ${BATCH_ITEMS_LIMIT} items in all`,
      })
      .required(),
  });
