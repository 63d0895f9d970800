import { ARRAY_LIMIT, ERRORS_LIMIT } from '@svc/contracts';
import Joi, { type ArraySchema, type CustomValidator, type ErrorReport, type Schema } from 'joi';

/**
 * An array that is too long is refused for that alone. More errors of items than an answer names are not
 * put into words, which takes Joi longer than to find them.
 */
function firstErrors(errors: ErrorReport[]): ErrorReport[] {
  const tooLong = errors.filter(({ code }) => code === 'array.max');
  return (tooLong.length > 0 ? tooLong : errors).slice(0, ERRORS_LIMIT + 1);
}

/** An array of at most `max` items, none of which is looked at in a longer one. */
export const array = (item: Schema, max = ARRAY_LIMIT): ArraySchema =>
  Joi.array().items(item).max(max).error(firstErrors);

/**
 * A rule of an array: no two of its items have the same key; those without one are not compared. Items
 * that are themselves refused are compared too. Joi's own `unique` would compare each item with every
 * other, at any depth.
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

/** A text or a number as the key of an item; anything else is refused where it stands. */
const keyFrom = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? `${typeof value} ${value}` : undefined;

/** The same for texts and numbers. */
export const unique = uniqueBy(keyFrom);

/** The same for objects, of which a field is the key. */
export const uniqueIn = (field: string): CustomValidator<readonly unknown[]> =>
  uniqueBy((item) => keyFrom(Reflect.get(Object(item) as object, field)));
