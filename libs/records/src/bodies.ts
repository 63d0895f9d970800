import { fields as requests, type SchemaOf, type ValueOf } from '@svc/http';
import Joi, { type AnySchema, type ObjectSchema } from 'joi';
import type { Field } from './field';
import {
  fieldsOf,
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

interface UpdateDifferences<Also extends More, Without> extends Differences<Also, Without> {
  /** Those of `also` that a client may only send back as they are. */
  readonly repeated?: readonly (keyof Also & string)[];
  /** Ends the refusal of a body that changes nothing. */
  readonly hint?: string;
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
) =>
  bodyOf<Omit<DetailsOf<One>, Without> & MoreOf<Also>>(record, differences, {
    schema: (field) => (field.use === 'required' ? requestOf(field).required() : creating(field)),
    absent: ({ options }) => options.default ?? null,
  });

/** The body of an update, which holds at least one field. */
export function updateBody<
  One extends RecordDefinition,
  Also extends More = None,
  Without extends keyof DetailsOf<One> = never,
>(
  record: One,
  { repeated = [], hint = '', ...differences }: UpdateDifferences<Also, Without> = {},
) {
  const body = bodyOf<Omit<PatchOf<One>, Without> & Partial<MoreOf<Also>>>(record, differences, {
    schema: requestOf,
  });
  const unchanged = repeated.map(snakeCase);
  const names = Object.keys(body.describe()['keys'] as object).filter(
    (name) => !unchanged.includes(name),
  );
  return body.or(...names).messages({
    'object.missing': `The body must hold at least one of ${names.join(', ')}${hint}`,
  }) as typeof body;
}

/** The body of a record that is created or brought up to date: what is left out stays as it is. */
export const entryBody = <
  One extends RecordDefinition,
  Also extends More = None,
  Without extends keyof DetailsOf<One> = never,
>(
  record: One,
  differences: Differences<Also, Without> = {},
) =>
  bodyOf<Omit<EntryOf<One>, Without> & MoreOf<Also>>(record, differences, {
    schema: (field) => (field.use === 'required' ? requestOf(field).required() : requestOf(field)),
  });

/** An object of fields that are named here as in the code, and in the API in snake case. */
export const body = <Also extends More>(also: Also): Body<MoreOf<Also>> => readingAs(partsOf(also));

interface BodyKind {
  schema(field: NamedField): AnySchema;
  /** The value of a field that is not sent; it is left out when absent. */
  absent?(field: Field): unknown;
}

/** Required fields first, then the others in the order of their declaration. */
function bodyOf<Value>(
  record: RecordDefinition,
  { also = {}, without = [], after = {} }: Differences<More, PropertyKey>,
  { schema, absent }: BodyKind,
): Body<Value> {
  const sent = fieldsOf(record).filter((field) => isSent(field) && !without.includes(field.name));
  const own = [
    ...sent.filter(({ use }) => use === 'required'),
    ...sent.filter(({ use }) => use === 'optional'),
  ].map((field) => {
    const empty = field.options.nullable ? null : absent?.(field);
    const read = (value: unknown): unknown => {
      if (value === undefined) return absent?.(field);
      return value === null || value === '' ? empty : value;
    };
    return { name: field.name, apiName: field.apiName, schema: schema(field), read };
  });
  const parts = [...own, ...partsOf(also)];
  for (const [moved, place] of Object.entries(after)) {
    const [part] = parts.splice(indexIn(parts, moved), 1);
    if (part) parts.splice(indexIn(parts, place) + 1, 0, part);
  }
  return readingAs<Value>(parts);
}

const indexIn = (parts: readonly BodyPart[], wanted: string): number =>
  parts.findIndex(({ name }) => name === wanted);

/** A field of a body: its names, how it is sent, and what is read of that. */
interface BodyPart {
  readonly name: string;
  readonly apiName: string;
  readonly schema: AnySchema;
  read(value: unknown): unknown;
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

/** How a client sends a field. */
function requestOf({ kind, options }: Field): AnySchema {
  const schema = options.schema?.() ?? kind.request(options);
  const { aboutRequest } = options;
  return aboutRequest === undefined || options.default !== undefined
    ? schema
    : schema.description(aboutRequest);
}

/** An optional field in a creation, where null and what is left out are its default. */
function creating(field: Field): AnySchema {
  const { default: value, aboutRequest } = field.options;
  if (value === undefined) return requestOf(field);
  const whenAbsent = `${String(value)} when absent.`;
  return requestOf(field)
    .allow(null)
    .description(aboutRequest === undefined ? whenAbsent : `${aboutRequest}; ${whenAbsent}`);
}
