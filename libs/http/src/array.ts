import { ARRAY_LIMIT } from '@svc/contracts';
import Joi, { type ArraySchema, type CustomHelpers, type Schema, type State } from 'joi';

/** An array's schema as extensions build on it, more exactly than Joi declares it. */
interface Internals {
  readonly $_terms: { readonly items: Item[] };
  $_addRule(rule: { name: 'each' }): Internals;
  $_mutateRebuild(): ArraySchema;
}

interface Item {
  $_validate(value: unknown, state: State, prefs: unknown): Checked;
}

interface Checked {
  readonly value: unknown;
  readonly errors?: readonly unknown[];
}

interface Helpers extends CustomHelpers {
  errorsArray(): unknown[];
}

interface Place {
  localize(path: readonly (string | number)[], ancestors: unknown[], schema: Item): State;
}

/** No item is looked at after so many errors of the items before it: ten times what is named. */
const MOST_ERRORS = 500;

/** The error of an array of which not every item was looked at. */
export const UNREAD = 'array.unread';

const extended = Joi.extend({
  type: 'array',
  base: Joi.array(),
  messages: { [UNREAD]: '{{#label}} has more items' },
  overrides: {
    items(this: Internals, item: Item) {
      const schema = this.$_addRule({ name: 'each' });
      schema.$_terms.items.push(item);
      return schema.$_mutateRebuild();
    },
  },
  /** What is refused here is refused before any rule, of which the look at the items is the first. */
  validate(items: readonly unknown[], { schema, error }: CustomHelpers) {
    const limit = longestOf(schema as ArraySchema);
    return items.length > limit
      ? { value: items, errors: error('array.max', { limit }) }
      : undefined;
  },
  rules: {
    each: {
      method: false,
      convert: true,
      manifest: false,
      /** As the rule of Joi's own `items`, which tells of all items what is wrong with them. */
      validate(items: readonly unknown[], helpers: Helpers) {
        const { schema, state, prefs, error } = helpers;
        const [item] = (schema as unknown as Internals).$_terms.items as [Item];
        const ancestors = [items, ...(state.ancestors as unknown[])];
        const errors = helpers.errorsArray();
        const read: unknown[] = [];
        for (const [at, given] of items.entries()) {
          if (errors.length >= MOST_ERRORS) {
            errors.push(error(UNREAD));
            break;
          }
          const path = [...(state.path as (string | number)[]), at];
          const place = (state as unknown as Place).localize(path, ancestors, item);
          const checked = item.$_validate(given, place, prefs);
          errors.push(...(checked.errors ?? []));
          read.push(checked.value);
        }
        return errors.length > 0 ? errors : read;
      },
    },
  },
}) as { array(): ArraySchema };

/** How many items an array may have; Joi's own arrays, which say nothing, as many as any. */
export const longestOf = (schema: ArraySchema): number =>
  (schema.$_getRule('max')?.args as { limit: number } | undefined)?.limit ?? ARRAY_LIMIT;

/** An array of at most so many items, whose number is asked before any of them is looked at. */
export const array = (item: Schema, max = ARRAY_LIMIT): ArraySchema =>
  extended.array().items(item).max(max);
