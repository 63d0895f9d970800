import { BATCH_ITEMS_LIMIT, BATCH_LIMIT } from '@svc/contracts';
import Joi, { type ObjectSchema } from 'joi';
import { array, uniqueIn } from './array';

/** Entries of one kind that the operator sends in one call. */
export interface Batch<Entry> {
  readonly entries: readonly Entry[];
}

/**
 * A body of entries that each fit a schema, no two of which have the same natural key. The number of
 * items that they hold together is checked before any of them is; an entry with more is sent alone.
 */
export const batchOf = <Entry>(
  entry: ObjectSchema<Entry>,
  key: keyof Entry & string,
): ObjectSchema<Batch<Entry>> =>
  Joi.object<Batch<Entry>>({
    entries: array(entry, BATCH_LIMIT, BATCH_ITEMS_LIMIT).min(1).custom(uniqueIn(key)).required(),
  });
