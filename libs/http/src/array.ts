import { MAX_ARRAY_ITEMS, MAX_ERRORS } from '@svc/contracts';
import Joi, { type ArraySchema, type CustomValidator, type ErrorReport, type Schema } from 'joi';

/**
 * Reports only the length of an array that is too long, and no more errors than a response names: Joi
 * takes longer to word them than to find them.
 */
function pickFirstErrors(errors: ErrorReport[]): ErrorReport[] {
  const tooLong = errors.filter(({ code }) => code === 'array.max');
  return (tooLong.length > 0 ? tooLong : errors).slice(0, MAX_ERRORS + 1);
}

/** An array of at most `max` items; a longer one is rejected without looking at its items. */
export const array = (item: Schema, max = MAX_ARRAY_ITEMS): ArraySchema =>
  Joi.array().items(item).max(max).error(pickFirstErrors);

/**
 * Rejects items with the same key; items without a key are not compared. Joi's own `unique` compares every
 * pair, at any depth.
 */
export const uniqueBy =
  (keyOf: (item: unknown) => string | undefined): CustomValidator<readonly unknown[]> =>
  (items, { error, state }) => {
    const known = new Set<string>();
    for (const [at, item] of items.entries()) {
      const key = keyOf(item);
      if (key === undefined) continue;
      if (known.has(key)) {
        const path = [...(state.path ?? []), at];
        const ancestors: unknown[] = [items, ...((state.ancestors ?? []) as unknown[])];
        return error('array.unique', { pos: at, value: item }, state.localize?.(path, ancestors));
      }
      known.add(key);
    }
    return items;
  };

const toKey = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? `${typeof value} ${value}` : undefined;

export const unique = uniqueBy(toKey);

export const uniqueByField = (field: string): CustomValidator<readonly unknown[]> =>
  uniqueBy((item) => toKey(Reflect.get(Object(item) as object, field)));
