import Joi, { type CustomHelpers, type StringSchema } from 'joi';
import { isHighSurrogate, isLowSurrogate } from './json-string';

/** The names of the bounds of a text's length, in Joi and in its messages. */
type BoundName = 'min' | 'max';

interface Bound {
  readonly limit: number;
  /** Absent where characters are counted, and not bytes. */
  readonly encoding?: BufferEncoding;
}

/** The part of a schema that extensions build on, more exactly than Joi declares it. */
interface Internals {
  $_addRule(rule: { name: BoundName; method: 'characters'; args: Bound }): StringSchema;
  $_parent(method: BoundName, limit: number, encoding: string): StringSchema;
}

/** A bound in bytes stays as it is. */
const counted = (name: BoundName) =>
  function (this: Internals, limit: number, encoding?: string) {
    return encoding === undefined
      ? this.$_addRule({ name, method: 'characters', args: { limit } })
      : this.$_parent(name, limit, encoding);
  };

const extended = Joi.extend({
  type: 'string',
  base: Joi.string(),
  overrides: { min: counted('min'), max: counted('max') },
  /** Runs before all rules, so that patterns, parsers and Unicode never see a text that is too long. */
  validate(text: string, { schema, error }: CustomHelpers) {
    const max = schema.$_getRule('max')?.args as Bound | undefined;
    if (!max || fits(text, max)) return undefined;
    return { value: text, errors: error('string.max', { ...max, value: text }) };
  },
  rules: {
    characters: {
      method: false,
      validate(
        text: string,
        helpers: CustomHelpers,
        { limit }: Bound,
        { name }: { name: BoundName },
      ) {
        const isEnough = name === 'max' || lengthOf(text, limit) >= limit;
        return isEnough ? text : helpers.error('string.min', { limit, value: text });
      },
    },
  },
}) as { string(): StringSchema };

const fits = (text: string, { limit, encoding }: Bound): boolean =>
  (encoding ? Buffer.byteLength(text, encoding) : lengthOf(text, limit)) <= limit;

/**
 * The number of characters of a text. A character has one or two UTF-16 units, so where the units alone
 * show whether the text is within the limit, their number is returned instead.
 */
const lengthOf = (text: string, limit: number): number =>
  text.length < limit || text.length > 2 * limit ? text.length : charactersIn(text);

/** Counted without taking the text apart: a body may have thousands that are about as long as they may be. */
function charactersIn(text: string): number {
  let characters = 0;
  for (let at = 0; at < text.length; characters += 1) {
    at += isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1)) ? 2 : 1;
  }
  return characters;
}

/**
 * Text whose length is counted in characters (code points), as JSON Schema and PostgreSQL count it.
 * Joi's own counts UTF-16 units, of which most emoji have two.
 */
export const string = (): StringSchema => extended.string();
