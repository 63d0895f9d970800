import {
  DEFAULT_LIMITS,
  MAX_EXTERNAL_ID_CHARACTERS,
  MAX_RECORD_ID,
  TIER_LIMIT,
  type Collection,
  type LimitName,
  type Operation,
} from '@svc/contracts';
import { recordId } from '@svc/schemas';
import type { OperationDocumentation, DocumentSection } from './documentation';
import { commonErrors } from './errors';
import { toJsonSchema, type JsonSchema, type SchemaNames } from './json-schema';

export interface OperationParameter {
  readonly name: string;
  /** In the path only in `createOperationsDocument`. */
  readonly in: 'query' | 'path';
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly schema: JsonSchema;
}

export type DocumentRow = ReturnType<typeof toRow>;

export function toRows({ contract, documentation }: DocumentSection, names: SchemaNames) {
  return Object.values(contract.operations).map((operation) => {
    const documented = documentation[operation.name];
    if (!documented) throw new Error(`${operation.name} is not documented.`);
    try {
      return toRow(contract, operation, documented, names);
    } catch (error) {
      throw new Error(`${operation.name}: ${String(error)}`, { cause: error });
    }
  });
}

function toRow(
  contract: Collection,
  operation: Operation,
  documented: OperationDocumentation,
  names: SchemaNames,
) {
  const { name, method, scope, where } = operation;
  const { query, body, reply, requestExample } = documented;
  if (body && !requestExample) throw new Error('a body needs a requestExample.');
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const refer = (suffix: string, schema: JsonSchema): JsonSchema =>
    names.add(`${title}${suffix}`, names.hoist(schema));
  const common = commonErrors(method);
  return {
    name,
    summary: documented.summary,
    description: documented.description,
    method,
    address: toAddress(contract.path, where),
    scope,
    feature: contract.feature,
    limits: toLimits(operation),
    deprecation: operation.deprecation,
    selectors: Object.entries(where).map(([selector, value]) => toSelector(selector, value)),
    filters: query ? toFilters(toJsonSchema(query, 'request')) : [],
    body: body && refer('Body', toJsonSchema(body, 'request')),
    bodyExample: requestExample,
    status: documented.status,
    isVersioned: documented.isVersioned ?? false,
    response: refer('Answer', toJsonSchema(reply, 'response')),
    responseExample: documented.example,
    created: documented.created && {
      response: refer('CreatedAnswer', toJsonSchema(documented.created.reply, 'response')),
      example: documented.created.example,
    },
    errors: [...new Set([...common, ...documented.errors])],
    ownErrors: documented.errors.filter((code) => !common.includes(code)),
  };
}

function toAddress(path: string, where: Operation['where']): string {
  const query = Object.entries(where).map(
    ([key, value]) => `${key}=${isAnyValue(value) ? `{${key}}` : value}`,
  );
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

function toLimits({ method, tier }: Operation) {
  const daily: LimitName[] =
    method === 'GET' ? ['reads_per_day'] : ['writes_per_day', 'key_writes_per_day'];
  return [TIER_LIMIT[tier], ...daily].map((name) => ({ name, default: DEFAULT_LIMITS[name] }));
}

const isAnyValue = (value: string): boolean => value === '' || value === '*';

const EXTERNAL_ID: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: MAX_EXTERNAL_ID_CHARACTERS,
};
const RECORD_ID: JsonSchema = {
  ...toJsonSchema(recordId(), 'request'),
  maximum: MAX_RECORD_ID,
};

const toSelector = (name: string, value: string): OperationParameter => ({
  name,
  in: 'query',
  required: true,
  ...(isAnyValue(value)
    ? {
        description: value === '' ? 'Id of the record.' : 'Your own id of the record.',
        schema: value === '' ? RECORD_ID : EXTERNAL_ID,
      }
    : { description: 'Selects the operation.', schema: { type: 'string', enum: [value] } }),
});

function toFilters(query: JsonSchema): OperationParameter[] {
  const required = (query['required'] ?? []) as readonly string[];
  const properties = (query['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(typeof description === 'string' && { description }),
    ...(schema['deprecated'] === true && { deprecated: true }),
    schema,
  }));
}
