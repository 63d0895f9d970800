import type { Description, Schema } from 'joi';
import parse from 'joi-to-json';
import { NAME_KEY } from './vocabulary';

export type JsonSchema = Readonly<Record<string, unknown>>;

export type Side = 'request' | 'response';

const TRANSLATED: Readonly<Record<string, readonly string[]>> = {
  number: ['integer', 'min', 'max', 'greater', 'less', 'multiple', 'sign'],
  string: ['min', 'max', 'email', 'hostname', 'uri', 'pattern', 'guid'],
  array: ['min', 'max', 'length', 'unique'],
};

const TRANSLATED_PARTS = [
  'type',
  'flags',
  'keys',
  'rules',
  'allow',
  'invalid',
  'metas',
  'notes',
  'examples',
  'items',
  'matches',
  'preferences',
  'dependencies',
];

const TRANSLATED_FLAGS = [
  'presence',
  'description',
  'default',
  'only',
  'unknown',
  'label',
  'error',
  'match',
  // JSON Schema has no notion of exact numbers.
  'unsafe',
];

/** A `.meta()` with alternatives that a Joi schema reads by a custom rule. */
const ANY_OF_KEY = 'x-anyOf';

/** RFC 3339, a date alone, and ISO 8601 with parts omitted. */
const SENT_TIMESTAMP: readonly JsonSchema[] = [
  { format: 'date-time' },
  { format: 'date' },
  {
    pattern:
      '^\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(:\\d\\d([.,]\\d+)?)?(Z|[-+]\\d\\d(:?\\d\\d)?)?$',
  },
];

/**
 * Converts a Joi schema to JSON Schema 2020-12. A rule that JSON Schema cannot express needs a `.note()`,
 * else the build fails.
 */
export function toJsonSchema(schema: Schema, side: Side): JsonSchema {
  const complete = side === 'response' ? schema.prefs({ presence: 'required' }) : schema;
  const description = prepare(complete.describe(), side, []);
  const converted: JsonSchema = parse({ describe: () => description }, 'open-api-3.1');
  return tidy(converted, side) as JsonSchema;
}

function prepare(given: Description, side: Side, path: readonly string[]): Description {
  const description = completeRules(applyCondition(given), side);
  const { notes = [] } = description;
  if (notes.length === 0) rejectLostRules(description, path);
  const flags = describedFlags(description, notes);
  return {
    ...description,
    whens: undefined,
    rules: rulesOf(description).filter((rule) => isTranslated(description.type ?? 'any', rule)),
    ...(flags && { flags }),
    ...(description.keys && {
      keys: mapValues<Description, Description>(description.keys, (key, name) =>
        prepare(key, side, [...path, name]),
      ),
    }),
    ...(description.items && {
      items: description.items.map((item: Description) => prepare(item, side, [...path, '[]'])),
    }),
    ...(description.matches && {
      matches: description.matches.map(({ schema }: { schema: Description }) => ({
        schema: prepare(schema, side, path),
      })),
    }),
  };
}

function applyCondition(given: Description): Description {
  const [condition, ...more] = (given.whens ?? []) as readonly Record<string, Description>[];
  const then = condition?.['then'];
  if (given.type !== 'any' || !then || condition['otherwise'] || more.length > 0) return given;
  return { ...then, flags: { ...then.flags, ...given.flags } };
}

interface Rule {
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

const rulesOf = (description: Description): readonly Rule[] =>
  (description.rules ?? []) as readonly Rule[];

/** Spells out what Joi implies, in the order joi-to-json needs. */
function completeRules(description: Description, side: Side): Description {
  const rules = rulesOf(description).flatMap((rule) =>
    rule.name === 'length' && description.type === 'string'
      ? [
          { ...rule, name: 'min' },
          { ...rule, name: 'max' },
        ]
      : [rule],
  );
  rules.push(...lengthRules(description));
  const isBounded = rules.some(({ name }) => name === 'min' || name === 'pattern');
  const isFreeText = description.type === 'string' && !isClosedSet(description) && !isBounded;
  if (side === 'request' && isFreeText && !description.allow?.includes('')) {
    rules.push({ name: 'min', args: { limit: 1 } });
  }
  rules.sort((one, other) => Number(other.name === 'integer') - Number(one.name === 'integer'));
  return rules.length > 0 ? { ...description, rules } : description;
}

function lengthRules({ metas = [] }: Description): Rule[] {
  const { minLength, maxLength } = Object.assign({}, ...metas) as Readonly<Record<string, number>>;
  return [
    ...(minLength === undefined ? [] : [{ name: 'min', args: { limit: minLength } }]),
    ...(maxLength === undefined ? [] : [{ name: 'max', args: { limit: maxLength } }]),
  ];
}

const isClosedSet = ({ flags }: Description): boolean => 'only' in (flags ?? {});

function describedFlags(
  { flags }: Description,
  notes: readonly unknown[],
): Readonly<Record<string, unknown>> | undefined {
  const given = flags as Readonly<Record<string, unknown>> | undefined;
  const text = [given?.['description'], ...notes].filter(Boolean).join(' ');
  return text ? { ...given, description: text } : given;
}

function rejectLostRules(description: Description, path: readonly string[]): void {
  const type = description.type ?? 'any';
  const format = (description.metas ?? []).some((meta: object) => 'format' in meta);
  const lost = [
    ...rulesOf(description)
      .filter((rule) => !isTranslated(type, rule) && !isOnlyReading(type, format, rule))
      .map(({ name }) => name),
    ...Object.keys(description.flags ?? {}).filter((flag) => !TRANSLATED_FLAGS.includes(flag)),
    ...Object.keys(description).filter((part) => !TRANSLATED_PARTS.includes(part)),
    ...((description.matches ?? []) as object[]).flatMap((match) =>
      Object.keys(match).filter((part) => part !== 'schema'),
    ),
  ];
  if (lost.length === 0) return;
  const where = path.join('.') || 'the schema itself';
  throw new Error(`${where}: say in a .note() what JSON Schema cannot: ${lost.join(', ')}.`);
}

const isOnlyReading = (type: string, hasFormat: boolean, { name }: Rule): boolean =>
  name === 'custom' && (hasFormat || type === 'object');

function isTranslated(type: string, { name, args = {} }: Rule): boolean {
  if (!TRANSLATED[type]?.includes(name)) return false;
  const options = args['options'] as { invert?: boolean } | undefined;
  const isPlainPattern = /^\/.*\/$/s.test(String(args['regex'])) && !options?.invert;
  return name === 'pattern' ? isPlainPattern : typeof args['limit'] !== 'object';
}

/**
 * Drops what says nothing (closed objects, zero lengths, date patterns) and adds the forms of timestamps.
 * "At least one of" becomes `minProperties`, because generators turn typeless alternatives into `any`.
 */
function tidy(value: unknown, side: Side): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, side));
  if (typeof value !== 'object' || value === null) return value;
  const { format, type } = value as JsonSchema;
  const isDate = format === 'date';
  const kept = Object.entries(value).filter(
    ([key, item]) =>
      !(key === 'additionalProperties' && item === false) &&
      !(key === 'minLength' && (item === 0 || ANY_OF_KEY in value)) &&
      !(key === 'pattern' && isDate) &&
      !(key === 'anyOf' && areRequired(item)) &&
      !(key === 'type' && isEveryType(item)),
  );
  const tidied = Object.fromEntries(
    kept.map(([key, item]) =>
      side === 'request' && key === 'format' && item === 'date-time'
        ? // Generators make of an alternative without a type one that takes anything.
          ['anyOf', SENT_TIMESTAMP.map((form) => ({ type, ...form }))]
        : [key === ANY_OF_KEY ? 'anyOf' : key, tidy(item, side)],
    ),
  );
  return areRequired(Reflect.get(value, 'anyOf')) ? { ...tidied, minProperties: 1 } : tidied;
}

const areRequired = (anyOf: unknown): boolean =>
  Array.isArray(anyOf) &&
  anyOf.every((each: object) => Object.keys(each).every((keyword) => keyword === 'required'));

const isEveryType = (type: unknown): boolean =>
  Array.isArray(type) && type.includes('array') && type.includes('object');

const mapValues = <In, Out>(
  record: Readonly<Record<string, In>>,
  map: (value: In, key: string) => Out,
): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));

export type SchemaNames = ReturnType<typeof createSchemaNames>;

export function createSchemaNames() {
  const known = new Map<string, JsonSchema>();

  const add = (name: string, schema: JsonSchema): JsonSchema => {
    const earlier = known.get(name);
    if (earlier && JSON.stringify(earlier) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas are named ${name}.`);
    }
    known.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  };

  const hoistValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(hoistValue);
    if (typeof value !== 'object' || value === null) return value;
    const { [NAME_KEY]: name, ...schema } = mapValues(value as JsonSchema, hoistValue);
    if (typeof name !== 'string') return schema;
    if (!Array.isArray(schema['type'])) return add(name, schema);
    return { anyOf: [add(name, { ...schema, type: 'object' }), { type: 'null' }] };
  };

  return {
    add,
    hoist: (schema: JsonSchema) => hoistValue(schema) as JsonSchema,
    all: (): Readonly<Record<string, JsonSchema>> =>
      Object.fromEntries([...known].sort(([one], [other]) => one.localeCompare(other))),
  };
}
