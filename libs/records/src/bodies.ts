import { fields as requests, type SchemaOf, type ValueOf } from '@svc/http';
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

type More = requests.Fields;
type None = Readonly<Record<never, never>>;

/** Fields of a body beside those of the record, by their names here, and fields that it does not have. */
interface Differences<Also extends More, Without> {
  readonly also?: Also;
  readonly without?: readonly Without[];
  /** Fields that come after another one in the API document, each with that one's name. */
  readonly after?: Readonly<Record<string, string>>;
}

type MoreOf<Also extends More> = ValueOf<ReturnType<typeof requests.object<Also>>>;

/** The schema of a body that reads as values of this type. */
type Body<Value> = SchemaOf<ObjectSchema<Value>, Value | undefined>;

/** The body of a creation: what is left out has its default, or is null. */
export const createBody = <
  One extends RecordDefinition,
  Also extends More = None,
  Without extends keyof DetailsOf<One> = never,
>(
  record: One,
  differences: Differences<Also, Without> = {},
) => bodyOf<Omit<DetailsOf<One>, Without> & MoreOf<Also>>(record, differences, 'create');

interface UpdateDifferences<Also extends More, Without> extends Differences<Also, Without> {
  /** Fields of `also` that are a change by themselves. */
  readonly changes?: readonly (keyof Also & string)[];
  readonly hint?: string;
}

/** The body of an update, which holds at least one field that is a change. */
export function updateBody<
  One extends RecordDefinition,
  Also extends More = None,
  Without extends keyof DetailsOf<One> = never,
>(record: One, { changes = [], hint = '', ...differences }: UpdateDifferences<Also, Without> = {}) {
  type Changes = Omit<PatchOf<One>, Without> & Partial<MoreOf<Also>>;
  const fields = bodyOf<Changes>(record, differences, 'update');
  const own = sentFields(record, differences.without).map(({ apiName }) => apiName);
  const changing = [...own, ...changes.map(snakeCase)];
  const all = Object.keys(fields.describe()['keys'] as object);
  const names = all.filter((name) => changing.includes(name));
  return fields.or(...names).messages({
    'object.missing': `The body must hold at least one of ${names.join(', ')}${hint}`,
  }) as typeof fields;
}

/** The body of a record that is created or brought up to date: what is left out stays as it is. */
export const entryBody = <
  One extends RecordDefinition,
  Also extends More = None,
  Without extends keyof DetailsOf<One> = never,
>(
  record: One,
  differences: Differences<Also, Without> = {},
) => bodyOf<Omit<EntryOf<One>, Without> & MoreOf<Also>>(record, differences, 'entry');

/** An object of fields that are named here as in the code, and in the API in snake case. */
export const body = <Also extends More>(also: Also): Body<MoreOf<Also>> => readingAs(partsOf(also));

/** An example of what a client sends for a record. */
export const exampleBody = <One extends RecordDefinition>(
  record: One,
  { without = [] }: { readonly without?: readonly (keyof DetailsOf<One>)[] } = {},
): Readonly<Record<string, unknown>> => buildExample(sentFields(record, without));

/** Required fields first, then the others in the order of their declaration. */
const sentFields = (
  { named }: RecordDefinition,
  without: readonly PropertyKey[] = [],
): NamedField[] =>
  named
    .filter((field) => isSent(field) && !without.includes(field.name))
    .toSorted((one, other) => Number(other.use === 'required') - Number(one.use === 'required'));

type Purpose = 'create' | 'update' | 'entry';

function bodyOf<Value>(
  record: RecordDefinition,
  { also = {}, without, after = {} }: Differences<More, PropertyKey>,
  purpose: Purpose,
): Body<Value> {
  const own = sentFields(record, without).map((field) => partFor(field, purpose));
  const parts = [...own, ...partsOf(also)];
  const placeOf = (wanted: string): number => parts.findIndex(({ name }) => name === wanted);
  for (const [moved, place] of Object.entries(after)) {
    const [part] = parts.splice(placeOf(moved), 1);
    if (part) parts.splice(placeOf(place) + 1, 0, part);
  }
  return readingAs(parts);
}

/** A field of a body: its names, how it is sent, and what is read of that. */
interface BodyPart {
  readonly name: string;
  readonly apiName: string;
  readonly schema: AnySchema;
  read(value: unknown): unknown;
}

function partFor(field: NamedField, purpose: Purpose): BodyPart {
  const { name, apiName, use, options } = field;
  const schema = requestOf(field, purpose);
  const absent = purpose === 'create' ? (options.default ?? null) : undefined;
  const empty = options.nullable ? null : absent;
  return {
    name,
    apiName,
    schema: use === 'required' && purpose !== 'update' ? schema.required() : schema,
    read: (value) => (value === null || value === '' ? empty : (value ?? absent)),
  };
}

/** How a client sends a field; null is the same as the default in a creation. */
function requestOf({ kind, options }: Field, purpose: Purpose): AnySchema {
  const { schema: own, default: value, aboutRequest } = options;
  const schema: AnySchema = own?.() ?? kind.request(options);
  if (value === undefined) {
    return aboutRequest === undefined ? schema : schema.description(aboutRequest);
  }
  if (purpose !== 'create') return schema;
  const about = [aboutRequest, `${String(value)} when absent.`].filter(Boolean).join('; ');
  return schema.allow(null).description(about);
}

const partsOf = (also: More): BodyPart[] =>
  Object.entries(also).map(([name, schema]) => ({
    name,
    apiName: snakeCase(name),
    schema,
    read: (value) => value,
  }));

function readingAs<Value>(parts: readonly BodyPart[]): Body<Value> {
  const read = (sent: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(
      parts
        .map(({ name, apiName, read: valueOf }) => [name, valueOf(sent[apiName])] as const)
        .filter(([, value]) => value !== undefined),
    );
  const schemas = Object.fromEntries(parts.map(({ apiName, schema }) => [apiName, schema]));
  return requests.reading<Value>()(Joi.object(schemas).custom(read));
}
