import Joi, { type CustomHelpers, type StringSchema } from 'joi';
import { cachePerSchema } from './cache-per-schema';

interface Bounds {
  readonly minLength?: number;
  readonly maxLength?: number;
}

const getBounds = cachePerSchema(({ metas = [] }) => Object.assign({}, ...metas) as Bounds);

const extended = Joi.extend({
  type: 'string',
  base: Joi.string(),
  /** Runs before all rules, so that patterns and parsers never see a text that is too long. */
  validate(text: string, { schema, error }: CustomHelpers) {
    const { minLength = 0, maxLength = Infinity } = getBounds(schema);
    if (isLongerThan(text, maxLength)) {
      return { value: text, errors: error('string.max', { limit: maxLength, value: text }) };
    }
    if (minLength > 0 && !isLongerThan(text, minLength - 1)) {
      return { value: text, errors: error('string.min', { limit: minLength, value: text }) };
    }
    return undefined;
  },
}) as { string(): StringSchema };

/** Characters are counted only if the UTF-16 length does not decide. */
const isLongerThan = (text: string, characters: number): boolean =>
  text.length > characters && (text.length > 2 * characters || countCharacters(text) > characters);

const LAST_OF_ONE_UNIT = 0xffff;

function countCharacters(text: string): number {
  let characters = 0;
  for (let at = 0; at < text.length; characters += 1) {
    at += (text.codePointAt(at) ?? 0) > LAST_OF_ONE_UNIT ? 2 : 1;
  }
  return characters;
}

/**
 * Text whose length counts code points, as in JSON Schema and PostgreSQL; Joi counts UTF-16 units, of
 * which most emoji have two.
 */
export const string = (bounds: Bounds): StringSchema => extended.string().meta(bounds);
