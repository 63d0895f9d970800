import { ARRAY_LIMIT } from '@svc/contracts';
import Joi, { type ArraySchema, type CustomHelpers, type Schema } from 'joi';

const extended = Joi.extend({
  type: 'array',
  base: Joi.array(),
  /** What is refused here is refused before any rule, of which the look at the items is the first. */
  validate(items: readonly unknown[], { schema, error }: CustomHelpers) {
    const limit = longestOf(schema as ArraySchema);
    return items.length > limit
      ? { value: items, errors: error('array.max', { limit }) }
      : undefined;
  },
}) as { array(): ArraySchema };

/** How many items an array may have; Joi's own arrays, which say nothing, as many as any. */
export const longestOf = (schema: ArraySchema): number =>
  (schema.$_getRule('max')?.args as { limit: number } | undefined)?.limit ?? ARRAY_LIMIT;

/** An array of at most so many items, whose number is asked before any of them is looked at. */
export const array = (item: Schema, max = ARRAY_LIMIT): ArraySchema =>
  extended.array().items(item).max(max);
