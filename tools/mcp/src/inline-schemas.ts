import { resolveSchema, type ApiDocument, type ApiSchema } from '@svc/sdk';

/** Replaces references by their schemas, because some clients do not resolve them. */
export function inlineSchemas(part: object, document: ApiDocument): object {
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref: _, ...beside } = value as ApiSchema;
    const target = { ...resolveSchema(value as ApiSchema, document), ...beside };
    return Object.fromEntries(Object.entries(target).map(([key, each]) => [key, inline(each)]));
  };
  return inline(part) as object;
}
