import type { OpenApiDocument } from '@svc/openapi';
import { Marked } from 'marked';
import { resolveReference, type ApiSchema } from './operations';

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const MAX_DEPTH = 5;

/** Fields of an object, list items or alternatives. */
export function renderFields(schema: ApiSchema, document: OpenApiDocument, depth = 0): string {
  const resolved = resolveReference(document, schema) as ApiSchema;
  if (depth > MAX_DEPTH) return '';
  const { properties, anyOf = [], minProperties } = resolved;
  if (!properties) {
    const items = resolved['items'] as ApiSchema | undefined;
    const parts = items ? [items] : anyOf;
    return parts.map((each) => renderFields(each, document, depth)).join('');
  }
  const required = (resolved['required'] ?? []) as readonly string[];
  const fields = Object.entries(properties).map(([name, field]) => {
    const { description, deprecated } = resolveReference(document, field);
    const text = description
      ? ` ${new Marked().parseInline(String(description), { async: false })}`
      : '';
    const mark = required.includes(name) ? ' <em class="required">required</em>' : '';
    return `<li><code>${name}</code> <span class="type">${describeType(field, document)}</span>${mark}${renderDeprecation(deprecated)}${text}${renderFields(field, document, depth + 1)}</li>`;
  });
  const must = minProperties === undefined ? '' : '<p>At least one of these:</p>';
  return `${must}<ul class="fields">${fields.join('')}</ul>`;
}

export const renderDeprecation = (deprecated: unknown): string =>
  deprecated === true ? ' <strong>deprecated</strong>' : '';

/** For example "integer, minimum 1" or "one of `High`, `Low`". */
export function describeType(schema: ApiSchema, document: OpenApiDocument): string {
  const resolved = resolveReference(document, schema) as ApiSchema;
  if (resolved.anyOf) {
    // Beside a type, alternatives only restrict it.
    const forms =
      resolved.type === undefined
        ? resolved.anyOf
        : resolved.anyOf.map(({ type: _, ...form }) => form);
    return [...new Set(forms.map((each) => describeType(each, document)))].join(' or ');
  }
  const values = resolved.enum ?? (resolved.const === undefined ? undefined : [resolved.const]);
  if (values) return values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(', ');
  const items = resolved['items'] as ApiSchema | undefined;
  const name = items
    ? `list of ${describeType(items, document)}`
    : [resolved.type ?? resolved['format'] ?? (resolved['pattern'] ? 'text' : 'any')]
        .flat()
        .join(' or ');
  return [name, ...boundsOf(resolved)].join(', ');
}

const BOUNDS = {
  minimum: (value) => `minimum ${value}`,
  maximum: (value) => `maximum ${value}`,
  minLength: (value) => (value === '1' ? 'not empty' : `at least ${value} characters`),
  maxLength: (value) => `at most ${value} characters`,
  minItems: (value) => `at least ${value} items`,
  maxItems: (value) => `at most ${value} items`,
  default: (value) => `default ${value}`,
} as const satisfies Readonly<Record<string, (value: string) => string>>;

const boundsOf = (schema: ApiSchema): string[] => [
  ...(schema.type === 'string' && schema['format'] ? [String(schema['format'])] : []),
  ...Object.entries(BOUNDS).flatMap(([keyword, say]) => {
    const value = schema[keyword];
    // The largest exact number is no real bound.
    const isSaid = value !== undefined && value !== Number.MAX_SAFE_INTEGER;
    return isSaid ? [escapeHtml(say(String(value)))] : [];
  }),
];
