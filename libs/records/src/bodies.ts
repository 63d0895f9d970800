import { fields as requests, type SchemaValue, type TypedSchema } from '@svc/http';
import Joi, { type AnySchema, type ObjectSchema } from 'joi';
import type { Field } from './field';
import {
  buildExample,
  isSent,
  snakeCase,
  type DetailsOf,
  type EntryOf,
  type NamedField,
  type PatchOf,
  type RecordDefinition,
} from './record';

type More = requests.SchemaFields;
type None = Readonly<Record<never, never>>;

interface Differences<Also extends More, Without> {
  readonly also?: Also;
  readonly without?: readonly Without[];
  /** Moves a field behind another one in the API document. */
  readonly after?: Readonly<Record<string, string>>;
}

type MoreOf<Also extends More> = SchemaValue<ReturnType<typeof requests.object<Also>>>;

type Body<Value> = TypedSchema<ObjectSchema<Value>, Value | undefined>;

/** Absent fields have their default, or are null. */
export const createBody = <
  One extends RecordDefinition,
  Also extends More = None,
  Without extends keyof DetailsOf<One> = never,
>(
  record: One,
  differences: Differences<Also, Without> = {},
) => buildBody<Omit<DetailsOf<One>, Without> & MoreOf<Also>>(record, differences, 'create');

interface UpdateDifferences<Also extends More, Without> extends Differences<Also, Without> {
  /** Fields of `also` that count as a change. */
  readonly changes?: readonly (keyof Also & string)[];
  readonly hint?: string;
}

/** Requires at least one field that is a change. */
export function createUpdateBody<
  One extends RecordDefinition,
  Also extends More = None,
  Without extends keyof DetailsOf<One> = never,
>(record: One, { changes = [], hint = '', ...differences }: UpdateDifferences<Also, Without> = {}) {
  type Changes = Omit<PatchOf<One>, Without> & Partial<MoreOf<Also>>;
  const fields = buildBody<Changes>(record, differences, 'update');
  const recordNames = listSentFields(record, differences.without).map(({ apiName }) => apiName);
  const changeNames = [...recordNames, ...changes.map(snakeCase)];
  const all = Object.keys(fields.describe()['keys'] as object);
  const names = all.filter((name) => changeNames.includes(name));
  return fields.or(...names).messages({
    'object.missing': `The body must hold at least one of ${names.join(', ')}${hint}`,
  }) as typeof fields;
}

/** Absent fields stay unchanged. */
export const createEntryBody = <
  One extends RecordDefinition,
  Also extends More = None,
  Without extends keyof DetailsOf<One> = never,
>(
  record: One,
  differences: Differences<Also, Without> = {},
) => buildBody<Omit<EntryOf<One>, Without> & MoreOf<Also>>(record, differences, 'entry');

/** Keys are camelCase in code and snake_case in the API. */
export const createObjectBody = <Also extends More>(also: Also): Body<MoreOf<Also>> =>
  buildSchema(toParts(also));

export const createRequestExample = <One extends RecordDefinition>(
  record: One,
  { without = [] }: { readonly without?: readonly (keyof DetailsOf<One>)[] } = {},
): Readonly<Record<string, unknown>> => buildExample(listSentFields(record, without));

/** Required fields first, then the others as declared. */
const listSentFields = (
  { named }: RecordDefinition,
  without: readonly PropertyKey[] = [],
): NamedField[] =>
  named
    .filter((field) => isSent(field) && !without.includes(field.name))
    .toSorted((one, other) => Number(other.use === 'required') - Number(one.use === 'required'));

type Purpose = 'create' | 'update' | 'entry';

function buildBody<Value>(
  record: RecordDefinition,
  { also = {}, without, after = {} }: Differences<More, PropertyKey>,
  purpose: Purpose,
): Body<Value> {
  const recordParts = listSentFields(record, without).map((field) => toPart(field, purpose));
  const parts = [...recordParts, ...toParts(also)];
  const findIndex = (wanted: string): number => parts.findIndex(({ name }) => name === wanted);
  for (const [moved, anchor] of Object.entries(after)) {
    const [part] = parts.splice(findIndex(moved), 1);
    if (part) parts.splice(findIndex(anchor) + 1, 0, part);
  }
  return buildSchema(parts);
}

interface BodyPart {
  readonly name: string;
  readonly apiName: string;
  readonly schema: AnySchema;
  read(value: unknown): unknown;
}

function toPart(field: NamedField, purpose: Purpose): BodyPart {
  const { name, apiName, use, options } = field;
  const schema = buildRequestSchema(field, purpose);
  const absent = purpose === 'create' ? (options.default ?? null) : undefined;
  const empty = options.nullable ? null : absent;
  return {
    name,
    apiName,
    schema: use === 'required' && purpose !== 'update' ? schema.required() : schema,
    read: (value) => (value === null || value === '' ? empty : (value ?? absent)),
  };
}

function buildRequestSchema({ kind, options }: Field, purpose: Purpose): AnySchema {
  const { schema: customSchema, default: value, aboutRequest } = options;
  const schema: AnySchema = customSchema?.() ?? kind.request(options);
  if (value === undefined) {
    return aboutRequest === undefined ? schema : schema.description(aboutRequest);
  }
  if (purpose !== 'create') return schema;
  const about = [aboutRequest, `${String(value)} when absent.`].filter(Boolean).join('; ');
  return schema.allow(null).description(about);
}

const toParts = (also: More): BodyPart[] =>
  Object.entries(also).map(([name, schema]) => ({
    name,
    apiName: snakeCase(name),
    schema,
    read: (value) => value,
  }));

function buildSchema<Value>(parts: readonly BodyPart[]): Body<Value> {
  const read = (sent: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(
      parts
        .map(({ name, apiName, read: valueOf }) => [name, valueOf(sent[apiName])] as const)
        .filter(([, value]) => value !== undefined),
    );
  const schemas = Object.fromEntries(parts.map(({ apiName, schema }) => [apiName, schema]));
  return requests.withType<Value>()(Joi.object(schemas).custom(read));
}
