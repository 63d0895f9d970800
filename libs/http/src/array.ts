import { ARRAY_LIMIT, ERRORS_LIMIT, itemsInside } from '@svc/contracts';
import Joi, {
  type ArraySchema,
  type CustomHelpers,
  type CustomValidator,
  type Schema,
  type State,
} from 'joi';
import type { ValidationContext } from './validation-context';

/** An array's schema as extensions build on it, more exactly than Joi declares it. */
interface Internals {
  readonly $_terms: { readonly items: Item[] };
  $_addRule(rule: { name: 'each' }): Internals;
  $_mutateRebuild(): ArraySchema;
  $_setFlag(name: typeof MOST_INSIDE, most: number | undefined): ArraySchema;
}

interface Item {
  $_validate(value: unknown, state: State, prefs: unknown): Checked;
}

interface Checked {
  readonly value: unknown;
  readonly errors?: readonly Report[];
}

/** An error as Joi has it, whose message is written when it is asked for and null until then. */
interface Report {
  readonly code: string;
  message: string | null;
}

interface Helpers extends CustomHelpers {
  errorsArray(): unknown[];
}

interface Place {
  localize(path: readonly (string | number)[], ancestors: unknown[], schema?: Item): State;
}

/**
 * So many errors are found in the items of an array before the rest is left unchecked: ten times as many as
 * an answer names. The operations of a bulk share this number; after it, each array tells of its first error.
 */
const MOST_ERRORS = 500;

/** The error of an array of which not every item was checked. */
export const ITEMS_UNCHECKED = 'array.unchecked';

/** An error that no answer names need not be put into words, which would take longer than to find it. */
function leaveUnwritten(report: Report): void {
  report.message ??= report.code;
}

/** Items that need no check by Joi, which takes some microseconds for each; a body may have 19,000. */
const plainItems = new WeakMap<Schema, (item: unknown) => boolean>();

/** The same schema; of an array, items that are right by `isPlain` are read as they are. */
export function plainIf<Item extends Schema>(
  schema: Item,
  isPlain: (item: unknown) => boolean,
): Item {
  plainItems.set(schema, isPlain);
  return schema;
}

const MOST_INSIDE = 'mostInside';
const INSIDE = 'array.inside';

const extended = Joi.extend({
  type: 'array',
  base: Joi.array(),
  messages: {
    [ITEMS_UNCHECKED]: '{{#label}} has more items',
    [INSIDE]: '{{#label}} must not hold more than {{#limit}} items in all',
  },
  overrides: {
    items(this: Internals, item: Item) {
      const schema = this.$_addRule({ name: 'each' });
      schema.$_terms.items.push(item);
      return schema.$_mutateRebuild();
    },
  },
  /** Runs before all rules, the first of which checks the items. */
  validate(items: readonly unknown[], { schema, error }: CustomHelpers) {
    const refusal = (code: string, limit: number) => ({
      value: items,
      errors: error(code, { limit }),
    });
    const longest = mostItemsOf(schema as ArraySchema);
    if (items.length > longest) return refusal('array.max', longest);
    const most = schema._flags[MOST_INSIDE] as number | undefined;
    const isTooMuch = most !== undefined && itemsInside(items) - items.length > most;
    return isTooMuch ? refusal(INSIDE, most) : undefined;
  },
  rules: {
    each: {
      method: false,
      convert: true,
      manifest: false,
      /** Like the rule of Joi's own `items`, but that one goes on to report the errors of all items. */
      validate(items: readonly unknown[], helpers: Helpers) {
        const { schema, state, prefs, error } = helpers;
        const [item] = (schema as unknown as Internals).$_terms.items as [Item];
        const isPlain = plainItems.get(item as unknown as Schema);
        const ancestors = [items, ...(state.ancestors as unknown[])];
        const errors = helpers.errorsArray();
        const { wrongItems } = (prefs.context ?? {}) as Partial<ValidationContext>;
        const mostErrors = Math.max(1, MOST_ERRORS - (wrongItems?.found ?? 0));
        const read: unknown[] = [];
        let wrong = 0;
        for (const [at, given] of items.entries()) {
          if (isPlain?.(given)) {
            read.push(given);
            continue;
          }
          if (errors.length >= mostErrors) {
            errors.push(error(ITEMS_UNCHECKED));
            break;
          }
          const path = [...(state.path as (string | number)[]), at];
          const place = (state as unknown as Place).localize(path, ancestors, item);
          const checked = item.$_validate(given, place, prefs);
          if (checked.errors) {
            wrong += 1;
            if (wrong > ERRORS_LIMIT) checked.errors.forEach(leaveUnwritten);
            errors.push(...checked.errors);
          }
          read.push(checked.value);
        }
        if (wrongItems) wrongItems.found += wrong;
        return errors.length > 0 ? errors : read;
      },
    },
  },
}) as { array(): ArraySchema };

/** How many items an array may have: where its schema does not say, as many as any array of a body. */
export const mostItemsOf = (schema: ArraySchema): number =>
  (schema.$_getRule('max')?.args as { limit: number } | undefined)?.limit ?? ARRAY_LIMIT;

/**
 * An array of at most `max` items. Their number is checked before any of them is, and so is the number
 * of items in all arrays inside them together, where `mostInside` limits it.
 */
export const array = (item: Schema, max = ARRAY_LIMIT, mostInside?: number): ArraySchema =>
  (extended.array().items(item).max(max) as unknown as Internals).$_setFlag(
    MOST_INSIDE,
    mostInside,
  );

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
        const path = [...(state.path as (string | number)[]), at];
        const ancestors = [items, ...(state.ancestors as unknown[])];
        const place = (state as unknown as Place).localize(path, ancestors);
        return error('array.unique', { pos: at, value: item }, place);
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
