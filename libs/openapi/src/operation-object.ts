import { ERROR_STATUS, canHavePrecondition } from '@svc/contracts';
import { referToHeaders, notModified, type SharedResponses } from './components';
import type { JsonSchema } from './json-schema';
import type { OperationParameter, DocumentRow } from './rows';

type Json = Readonly<Record<string, unknown>>;

/**
 * Merges the rows of a path and method, because OpenAPI forbids queries in paths: parameters and bodies of
 * any row, a section per row, and the rows as data in `x-operations`. The first row names it, so that
 * later rows rename nothing in generated clients.
 */
export function operationObject(
  tag: string,
  rows: readonly DocumentRow[],
  responses: SharedResponses,
  operationId?: string,
): Json {
  const [first] = rows;
  if (!first) throw new Error(`${tag}: an operation has no rows.`);
  const bodies = rows.filter(({ body }) => body);
  const isVersioned = rows.some((row) => row.isVersioned);
  return {
    'operationId': operationId ?? first.name,
    'tags': [tag],
    ...(rows.every(({ deprecation }) => deprecation) && { deprecated: true }),
    'summary': rows.map(({ summary }) => summary).join(' · '),
    'description': describe(rows),
    'parameters': [
      ...mergeParameters(rows),
      ...headerParameters(first.method, isVersioned).map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
    ],
    ...(bodies.length > 0 && { requestBody: requestBody(rows, bodies) }),
    'responses': {
      ...createSuccesses(rows),
      ...(isVersioned && { 304: notModified }),
      ...responses.errorsOf(rows.flatMap(({ errors }) => errors)),
    },
    'x-operations': rows.map(rowData),
  };
}

function headerParameters(method: string, isVersioned: boolean): readonly string[] {
  if (method === 'POST') return ['IdempotencyKey', 'Prefer'];
  if (canHavePrecondition(method)) return ['IfMatch', 'IfNoneMatch', 'Prefer'];
  return isVersioned ? ['IfNoneMatch', 'Prefer'] : ['Prefer'];
}

function successHeaders(rows: readonly DocumentRow[]): readonly string[] {
  const deprecation = rows.some((row) => row.deprecation) ? ['Deprecation', 'Sunset'] : [];
  const more = ['Preference-Applied', ...deprecation];
  if (rows.some(({ method }) => method === 'POST')) return ['Idempotent-Replayed', ...more];
  return rows.some(({ isVersioned }) => isVersioned) ? ['ETag', ...more] : more;
}

function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [only] = distinct;
  return distinct.length === 1 && only ? only : { anyOf: distinct };
}

interface RowExample {
  readonly row: DocumentRow;
  readonly example: unknown;
}

const jsonContent = (schemas: readonly JsonSchema[], examples: readonly RowExample[]): Json => ({
  'application/json': {
    schema: anyOf(schemas),
    examples: Object.fromEntries(
      examples.map(({ row, example }) => [row.name, { summary: row.summary, value: example }]),
    ),
  },
});

const requestBody = (rows: readonly DocumentRow[], bodies: readonly DocumentRow[]): Json => ({
  required: bodies.length === rows.length,
  content: jsonContent(
    bodies.flatMap(({ body }) => (body ? [body] : [])),
    bodies.map((row) => ({ row, example: row.bodyExample })),
  ),
});

interface Success extends RowExample {
  readonly status: 200 | 201;
  readonly response: JsonSchema;
}

const toSuccesses = (row: DocumentRow): readonly Success[] => [
  { row, status: row.status, response: row.response, example: row.responseExample },
  ...(row.created ? [{ row, status: 201 as const, ...row.created }] : []),
];

function createSuccesses(rows: readonly DocumentRow[]): Json {
  const all = rows.flatMap(toSuccesses);
  return Object.fromEntries(
    [...new Set(all.map(({ status }) => status))].map((status) => {
      const same = all.filter((success) => success.status === status);
      const summaries = same.map(({ row }) => `${row.summary}: success.`);
      return [
        String(status),
        {
          description: summaries.join(' '),
          headers: referToHeaders(successHeaders(same.map(({ row }) => row))),
          content: jsonContent(
            same.map(({ response }) => response),
            same,
          ),
        },
      ];
    }),
  );
}

/** Required only where every row requires it. */
function mergeParameters(rows: readonly DocumentRow[]): OperationParameter[] {
  const uses = rows.flatMap((row) =>
    [...row.selectors, ...row.filters].map((parameter) => ({ row, parameter })),
  );
  const names = [...new Set(uses.map(({ parameter }) => parameter.name))];
  return names.map((name) => {
    const same = uses.filter(({ parameter }) => parameter.name === name);
    const isEverywhere = same.length === rows.length;
    const users = isEverywhere
      ? ''
      : ` Only for ${same.map(({ row }) => `\`${row.name}\``).join(', ')}.`;
    const texts = [...new Set(same.map(({ parameter }) => parameter.description ?? ''))];
    return {
      name,
      in: same.some(({ parameter }) => parameter.in === 'path') ? 'path' : 'query',
      required: isEverywhere && same.every(({ parameter }) => parameter.required),
      ...(same.every(({ parameter }) => parameter.deprecated) && { deprecated: true }),
      description: `${texts.filter(Boolean).join(' ')}${users}`.trim(),
      schema: mergeSchemas(same.map(({ parameter }) => parameter.schema)),
    };
  });
}

function mergeSchemas(schemas: readonly JsonSchema[]): JsonSchema {
  const values = schemas.flatMap(getValues);
  return values.includes(undefined)
    ? anyOf(schemas)
    : { type: 'string', enum: [...new Set(values)] };
}

const getValues = (schema: JsonSchema): readonly (string | undefined)[] => {
  const values: unknown = schema['enum'] ?? [schema['const']];
  return Array.isArray(values) && values.every((value) => typeof value === 'string')
    ? values
    : [undefined];
};

function describe(rows: readonly DocumentRow[]): string {
  const [only] = rows;
  if (rows.length === 1 && only) return rowText(only);
  const intro = `The query parameters choose one of ${rows.length} operations:`;
  const sections = rows.map(
    (row) => `### ${row.summary}\n\n\`${row.method} ${row.address}\`\n\n${rowText(row)}`,
  );
  return [intro, ...sections].join('\n\n');
}

function rowText(row: DocumentRow): string {
  const { name, description, scope, feature, limits, deprecation, selectors, filters, ownErrors } =
    row;
  const limitTexts = limits.map((limit) => `${limit.default} \`${limit.name}\``);
  const facts = [
    `Operation \`${name}\`; scope \`${scope}\`${feature ? `; feature \`${feature}\`` : ''}`,
    ...(deprecation
      ? [`Deprecated since ${deprecation.since}; may be gone from ${deprecation.sunset}`]
      : []),
    `Limits, unless the company has its own: ${limitTexts.join(', ')}`,
    ...listed('Selectors', selectors.map(parameterText)),
    ...listed('Parameters', filters.map(parameterText)),
    ...listed(
      'Refusals of its own',
      ownErrors.map((code) => `${ERROR_STATUS[code]} \`${code}\``),
    ),
  ];
  return [description, facts.map((fact) => `- ${fact}`).join('\n')].join('\n\n');
}

const listed = (title: string, items: readonly string[]): string[] =>
  items.length > 0 ? [`${title}: ${items.join(', ')}`] : [];

const parameterText = ({ name, required, schema }: OperationParameter): string => {
  const [value, ...others] = getValues(schema);
  const isConstant = value !== undefined && others.length === 0;
  const text = isConstant ? `\`${name}=${value}\`` : `\`${name}\``;
  return required && !isConstant ? `${text} (required)` : text;
};

function rowData(row: DocumentRow): Json {
  const { name, summary, description, method, address, scope, feature, limits } = row;
  return {
    name,
    summary,
    description,
    address: `${method} ${address}`,
    scope,
    ...(feature && { feature }),
    ...(row.deprecation && {
      'deprecated': true,
      'x-deprecated-since': row.deprecation.since,
      'x-sunset': row.deprecation.sunset,
    }),
    limits: Object.fromEntries(limits.map((limit) => [limit.name, limit.default])),
    parameters: [...row.selectors, ...row.filters],
    ...(row.body && { body: row.body }),
    status: row.status,
    ...(row.isVersioned && { versioned: true }),
    answer: row.response,
    ...(row.created && { created: row.created.response }),
    errors: row.errors,
  };
}
