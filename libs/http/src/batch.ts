import { BATCH_LIMIT } from '@svc/contracts';
import Joi, { type ObjectSchema } from 'joi';
import { array } from './array';

/** Entries of one kind that the operator sends in one call. */
export interface Batch<Entry> {
  readonly entries: readonly Entry[];
}

/** A body of entries that each fit a schema, no two of which have the same natural key. */
export const batchOf = <Entry>(
  entry: ObjectSchema<Entry>,
  key: keyof Entry & string,
): ObjectSchema<Batch<Entry>> =>
  Joi.object<Batch<Entry>>({
    entries: array(entry, BATCH_LIMIT).min(1).unique(key, { ignoreUndefined: true }).required(),
  });
