import type { OpenApiDocument } from '@svc/openapi';
import { withoutAlternatives } from './without-alternatives';

type Json = Readonly<Record<string, unknown>>;

/** Their values are data, whatever they look like. */
const DATA: ReadonlySet<string> = new Set(['default', 'enum', 'example', 'examples']);

/**
 * The document in OpenAPI 3.0.3, for tools that do not read 3.1, as openapi-generator.
 *
 * Every answer and every request that the document describes is described by it, too. Left out is what 3.0 has
 * no words for (the summary of the whole, the licence's identifier, what stands beside a reference), and of what
 * generators make code that does not compile or types that nobody can use: the only value of a boolean, null
 * among the values of what is nullable, and alternatives. Events are `x-webhooks`, and their bodies schemas as before.
 *
 * @throws where a schema has several types, of which 3.0 knows no list
 */
export function asOpenApi30({ webhooks, ...document }: OpenApiDocument): Json {
  const { summary: _summary, license, ...info } = document.info;
  const { identifier: _identifier, ...named } = license as Json;
  const others = older({ ...document, info: {}, ...(webhooks && { 'x-webhooks': webhooks }) });
  const whole = withoutAlternatives(others as unknown as OpenApiDocument);
  return { ...whole, openapi: '3.0.3', info: { ...info, license: named } };
}

function older(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(older);
  if (typeof value !== 'object' || value === null) return value;
  return asSchema(
    Object.fromEntries(
      Object.entries(value).map(([key, item]: [string, unknown]) => {
        // The names in `properties` are those of fields, whatever they are called.
        if (key === 'properties') return [key, mapValues(item as Json, older)];
        return [key, DATA.has(key) ? item : older(item)];
      }),
    ),
  );
}

const mapValues = (record: Json, map: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

/** One object of the document, whose parts are as 3.0 has them. */
function asSchema({ examples, ...value }: Json): Json {
  const { $ref: reference, const: only, type, anyOf, ...rest } = value;
  if (reference !== undefined) return { $ref: reference };
  const shown = withExample(rest, examples);
  // Generators make texts of the values of a boolean.
  if (typeof only === 'boolean') return { ...shown, type: 'boolean' };
  if (only !== undefined) return { ...shown, type: typeof only, enum: [only] };
  if (type === undefined) return anyOf === undefined ? shown : { ...shown, anyOf };
  if (!Array.isArray(type)) return { ...shown, type };
  const [known, ...more] = (type as readonly string[]).filter((each) => each !== 'null');
  if (more.length > 0 || known === undefined) {
    throw new Error(`OpenAPI 3.0 has no ${JSON.stringify(value)}.`);
  }
  if (!type.includes('null')) return { ...shown, type: known };
  const values = shown['enum'] as readonly unknown[] | undefined;
  const named = values && { enum: values.filter((each) => each !== null) };
  return { ...shown, ...named, type: known, nullable: true };
}

/** A schema has one example; elsewhere they have names. */
function withExample(value: Json, examples: unknown): Json {
  if (examples === undefined) return value;
  return Array.isArray(examples)
    ? { ...value, example: examples[0] as unknown }
    : { ...value, examples };
}
