import {
  MAX_EXTERNAL_ID_CHARACTERS,
  MAX_RECORD_ID,
  toRecordId,
  trimText,
  removeInvisible,
} from '@svc/contracts';
import { parseTimestamp, startOfNextLocalDay, type Page } from '@svc/kernel';
import { recordId } from '@svc/schemas';
import Joi, {
  type AnySchema,
  type ArraySchema,
  type BooleanSchema,
  type CustomHelpers,
  type NumberSchema,
  type StringSchema,
} from 'joi';
import { array as boundedArray } from './array';
import { MAX_CURSOR_CHARACTERS } from './cursor';
import { string as boundedString } from './string';
import { object, withType, type TypedSchema, type SchemaValue } from './typed-schema';
import type { ValidationContext } from './validate';

/**
 * The vocabulary of request schemas (`.github/docs/decisions.md`, "General"): each is a Joi schema that
 * carries the type of what it reads, so that a body's type follows from its schema.
 */

const MAX_SHORT_TEXT_CHARACTERS = 255;
export const MAX_LONG_TEXT_CHARACTERS = 10_000;
const MAX_INTEGER = 2 ** 31 - 1;
const MAX_MONEY = 9_999_999.99;

export { deprecated } from './deprecations';
export { object, withType, type SchemaFields, type SchemaValue } from './typed-schema';

export type TextField = TypedSchema<StringSchema, string | undefined>;
export type DateField = TypedSchema<StringSchema, Date | undefined>;
export type NumberField = TypedSchema<NumberSchema, number | undefined>;
export type FlagField = TypedSchema<BooleanSchema, boolean | undefined>;

const withNumber = withType<number>();
const withDate = withType<Date>();

/** Text of `min` to `max` characters that must not be blank. */
export const text = (max = MAX_SHORT_TEXT_CHARACTERS, min?: number): TextField =>
  withType<string>()(
    boundedString({ maxLength: max, ...(min !== undefined && { minLength: min }) }),
  );

/** Text that may be absent, null or blank; all three read as "none". */
export const optionalText = (
  max = MAX_SHORT_TEXT_CHARACTERS,
): TypedSchema<StringSchema, string | null | undefined> =>
  text(max)
    .min(0)
    .allow(null)
    .custom((value: string) => value || null)
    .note('Blank is the same as null.');

/** A name or number without words, such as a part number: invisible characters are dropped. */
export const identifier = (max = MAX_SHORT_TEXT_CHARACTERS): TextField =>
  text(max).custom(removeInvisible).note('Without invisible characters.');

/** Only the form is checked, not whether the domain exists. */
export const email = (): TextField =>
  identifier()
    .custom((value: string, helpers) =>
      /\s/.test(value) ? helpers.error('string.email', { value }) : value,
    )
    .email({ tlds: { allow: false } });

const MIN_PHONE = 5;
const MAX_PHONE = 32;

export const phone = (): TextField => identifier(MAX_PHONE).min(MIN_PHONE);

export const externalId = (): TypedSchema<StringSchema, string | null | undefined> =>
  optionalText(MAX_EXTERNAL_ID_CHARACTERS)
    .custom((value: string | null) => value && removeInvisible(value))
    .description(
      'Your own id of the record, which no other live record of the kind has; null takes it away.',
    );

/** A search text; unlike bodies, queries are not trimmed beforehand. */
export const searchTerm = (max = MAX_SHORT_TEXT_CHARACTERS): TextField =>
  text(max)
    .trim()
    .custom((value: string, helpers) => trimText(value) || helpers.error('string.empty'));

export const queryExternalId = (): TextField =>
  searchTerm(MAX_EXTERNAL_ID_CHARACTERS)
    .custom(removeInvisible)
    .description('Only the record with this external id.')
    .note('Spaces at either end are ignored.');

export const anyText = (): TextField => withType<string>()(Joi.string());

export const oneOf = <Value extends string>(
  values: readonly Value[],
): TypedSchema<StringSchema, Value | undefined> => withType<Value>()(Joi.string().valid(...values));

/** JSON Schema: generated clients name the values, and accept several. */
const describeCommaSeparated = (values: readonly string[]): readonly object[] => [
  { type: 'string', enum: values },
  { type: 'string', pattern: `^(${values.join('|')})(,(${values.join('|')}))*$` },
];

/** One value, or several separated by commas. */
export const commaSeparated = <Value extends string>(
  values: readonly Value[],
): TypedSchema<StringSchema, readonly Value[] | undefined> =>
  withType<readonly Value[]>()(
    Joi.string()
      .custom((text: string, helpers) => {
        const given = text.split(',') as Value[];
        const areKnown = given.every((value) => values.includes(value));
        return areKnown ? [...new Set(given)] : helpers.error('values.unknown');
      })
      .messages({ 'values.unknown': `{{#label}} must be one or more of ${values.join(', ')}` })
      .meta({ 'x-anyOf': describeCommaSeparated(values) })
      .note('Several are separated by commas.'),
  );

export const array = <Item extends AnySchema>(
  item: Item,
  max?: number,
): TypedSchema<ArraySchema, readonly SchemaValue<Item>[] | undefined> =>
  withType<readonly SchemaValue<Item>[]>()(boundedArray(item, max));

export { unique, uniqueBy, uniqueByField } from './array';

/** Stands for every id too large to be exact. */
const NO_RECORD = MAX_RECORD_ID;

export const id = (): NumberField =>
  withNumber(
    recordId()
      .unsafe()
      .custom((value: number) => Math.min(value, NO_RECORD))
      .meta({ format: 'int64' }),
  );

/** 32 bits. */
export const integer = (min = 0, max = MAX_INTEGER): NumberField =>
  withNumber(Joi.number().integer().min(min).max(max));

export const measure = (): NumberField => withNumber(Joi.number().min(0));

const createAmount = (decimals: number): NumberField =>
  measure()
    .max(MAX_MONEY)
    .custom((value: number, helpers) =>
      Number(value.toFixed(decimals)) === value
        ? value
        : helpers.error('number.precision', { limit: decimals }),
    );

export const money = (): NumberField => createAmount(2).note('At most two decimals.');

/** Like `money`, with at most six decimals. */
export const unitPrice = (): NumberField => createAmount(6).note('At most six decimals.');

export const flag = (): FlagField => withType<boolean>()(Joi.boolean());

/** Neither the calendar nor PostgreSQL has a year 0. */
const FIRST_DATE = '0001-01-01';

/** YYYY-MM-DD. */
export const calendarDate = (): TextField =>
  text()
    .pattern(/^\d{4}-\d\d-\d\d$/, 'YYYY-MM-DD')
    .custom((value: string, helpers) => {
      const parsed = new Date(`${value}T00:00:00Z`);
      const isReal = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
      return isReal && value >= FIRST_DATE ? value : helpers.error('any.invalid');
    })
    .meta({ format: 'date' });

const readZone = ({ prefs }: CustomHelpers): string => (prefs.context as ValidationContext).zone;

const TIMESTAMP_MESSAGES = { 'timestamp.format': '{{#label}} must be an ISO 8601 timestamp' };

const ISO_8601 = 'ISO 8601; without an offset it is read in the time zone of the company';
const STARTS_A_DAY = `${ISO_8601}, and a date alone is local midnight.`;
const ENDS_A_DAY = `${ISO_8601}, and a date alone is the end of that local day.`;

/** A Date; without an offset it is read in the company's zone. */
export const timestamp = (): DateField =>
  withDate(
    text()
      .custom(
        (value: string, helpers) =>
          parseTimestamp(value, readZone(helpers))?.at ?? helpers.error('timestamp.format'),
      )
      .messages(TIMESTAMP_MESSAGES)
      .meta({ format: 'date-time' })
      .note(STARTS_A_DAY),
  );

/** A `+` that was not encoded has been decoded as a space. */
const restorePlus = (text: string): string =>
  text.replace(/(:\d\d(?:[.,]\d+)?) (?=\d\d(?::?\d\d)?$)/, '$1+');

export const since = (): DateField =>
  withDate(
    text()
      .custom((value: string, helpers) => {
        const parsed = parseTimestamp(restorePlus(value), readZone(helpers));
        return parsed ? startOfSecond(parsed.at) : helpers.error('timestamp.format');
      })
      .messages(TIMESTAMP_MESSAGES)
      .meta({ format: 'date-time' })
      .note(STARTS_A_DAY),
  );

export const startOfDay = (): DateField =>
  withDate(
    calendarDate().custom(
      (value: string, helpers) =>
        parseTimestamp(value, readZone(helpers))?.at ?? helpers.error('any.invalid'),
    ),
  );

/** An inclusive end, read as the first instant after it: the next second, or the next local day. */
export const until = (): DateField =>
  withDate(
    text()
      .custom((value: string, helpers) => {
        const parsed = parseTimestamp(restorePlus(value), readZone(helpers));
        if (!parsed) return helpers.error('timestamp.format');
        return parsed.dateOnly
          ? startOfNextLocalDay(parsed.at, readZone(helpers))
          : new Date(startOfSecond(parsed.at).getTime() + 1_000);
      })
      .messages(TIMESTAMP_MESSAGES)
      .meta({ format: 'date-time' })
      .note(ENDS_A_DAY),
  );

const startOfSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1_000) * 1_000);

const PLAIN_INTEGER = /^-?(0|[1-9][0-9]*)$/;

/** Rejects `01`, `1.0` and `1e3`. */
const requirePlainDigits = (schema: NumberField): NumberField =>
  schema
    .custom((value: number, helpers) =>
      PLAIN_INTEGER.test(String(helpers.original)) ? value : helpers.error('number.integer'),
    )
    .note('Plain decimal digits.');

export const queryInteger = (min = 1, max = Number.MAX_SAFE_INTEGER): NumberField =>
  requirePlainDigits(integer(min, max));

export const queryId = (): NumberField => requirePlainDigits(id());

export const idList = (max: number): TypedSchema<StringSchema, readonly number[] | undefined> =>
  withType<readonly number[]>()(
    Joi.string()
      .custom((ids: string, helpers) => {
        const list = ids.split(',').map(toRecordId);
        if (list.includes(undefined)) return helpers.error('ids.unknown');
        return list.length > max ? helpers.error('ids.max') : list;
      })
      .messages({
        'ids.unknown': '{{#label}} must be comma-separated ids',
        'ids.max': `{{#label}} must name at most ${max} records`,
      }),
  );

const MAX_LIST_IDS = 100;

export const queryIds = () =>
  idList(MAX_LIST_IDS)
    .description(`Only the records with these ids: 1 to ${MAX_LIST_IDS}, separated by commas.`)
    .note(`Ids without a record are left out. More than ${DEFAULT_PER_PAGE} need per_page.`);

const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 100;

export const pageFields = {
  page: queryInteger().default(1).description('Page number, from 1.'),
  // Numbers too large to be exact are served as the maximum.
  per_page: requirePlainDigits(withNumber(Joi.number().unsafe().integer().min(1)))
    .default(DEFAULT_PER_PAGE)
    .description(`Records per page; more than ${MAX_PER_PAGE} is served as ${MAX_PER_PAGE}.`),
};

export const pageQuery = object(pageFields);

export type PageQuery = SchemaValue<typeof pageQuery>;

export const queryCursor = (): TypedSchema<StringSchema, string | undefined> =>
  text(MAX_CURSOR_CHARACTERS).allow('');

export const listFields = {
  ...pageFields,
  page: pageFields.page
    .when('cursor', { is: Joi.exist(), then: Joi.forbidden() })
    .messages({ 'any.unknown': '{{#label}} cannot be combined with cursor' })
    .note('Not with cursor.'),
  cursor: queryCursor().description(
    'In place of page: all records in the order of their changes. Empty to begin, then the next_cursor of the previous response.',
  ),
  updated_since: since().description(
    'Only records changed at this second or later, oldest change first. Where more share a second than a page holds, read on by page within it, or by cursor, which misses nothing.',
  ),
};

export const removableListFields = {
  ...listFields,
  include: oneOf(['deleted'])
    .when('cursor', { is: Joi.exist(), otherwise: Joi.forbidden() })
    .messages({ 'any.unknown': '{{#label}} goes with cursor only' })
    .description('Also returns records that were deleted or removed.')
    .note('Only with cursor.'),
};

export const listQuery = object(listFields);

export type ListQuery = SchemaValue<typeof listQuery> & { readonly include?: 'deleted' };

export const toPage = ({ page, per_page }: PageQuery): Page => ({
  page,
  perPage: Math.min(per_page, MAX_PER_PAGE),
});
