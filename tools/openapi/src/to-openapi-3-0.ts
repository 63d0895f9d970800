import type { OpenApiDocument } from '@svc/openapi';
import { mapValues, mergeAlternatives } from './merge-alternatives';
import type { DocumentPart } from './operations';

/** Their values are data. */
const DATA: ReadonlySet<string> = new Set(['default', 'enum', 'example', 'examples']);

/**
 * Converts to OpenAPI 3.0.3 for tools without 3.1. Everything that the document describes stays valid;
 * omitted is what 3.0 lacks and what breaks generators: alternatives, single boolean values, and null in
 * enums.
 * @throws if a schema has several types
 */
export function toOpenApi30({ webhooks, ...document }: OpenApiDocument): DocumentPart {
  const { summary: _summary, license, ...info } = document.info;
  const { identifier: _identifier, ...named } = license as DocumentPart;
  const others = older({ ...document, info: {}, ...(webhooks && { 'x-webhooks': webhooks }) });
  const whole = mergeAlternatives(others as unknown as OpenApiDocument);
  return { ...whole, openapi: '3.0.3', info: { ...info, license: named } };
}

function older(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(older);
  if (typeof value !== 'object' || value === null) return value;
  return asSchema(
    Object.fromEntries(
      Object.entries(value).map(([key, item]: [string, unknown]) => {
        // Keys of `properties` are field names.
        if (key === 'properties') return [key, mapValues(item as DocumentPart, older)];
        return [key, DATA.has(key) ? item : older(item)];
      }),
    ),
  );
}

function asSchema({ examples, ...value }: DocumentPart): DocumentPart {
  const { $ref: reference, const: only, type, anyOf, ...rest } = value;
  if (reference !== undefined) return { $ref: reference };
  const shown = withExample(rest, examples);
  // Generators turn boolean values into strings.
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

/** A schema has one example; elsewhere examples have names. */
function withExample(value: DocumentPart, examples: unknown): DocumentPart {
  if (examples === undefined) return value;
  return Array.isArray(examples)
    ? { ...value, example: examples[0] as unknown }
    : { ...value, examples };
}
