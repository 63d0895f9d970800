import { splitAddress, type ApiCall } from './call';

export interface ApiDocument {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedMethod>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DocumentedDelivery }>>;
  readonly components: { readonly schemas: Readonly<Record<string, ApiSchema>> };
}

interface DocumentedDelivery {
  readonly summary: string;
  readonly description: string;
  readonly requestBody: {
    readonly content: { readonly 'application/json': { readonly schema: ApiSchema } };
  };
}

interface DocumentedMethod {
  readonly 'x-operations'?: readonly ApiOperationRow[];
}

export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly anyOf?: readonly ApiSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly [keyword: string]: unknown;
}

export interface DocumentedParameter {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: ApiSchema;
}

export interface ApiOperationRow {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly address: string;
  readonly scope: string;
  readonly parameters: readonly DocumentedParameter[];
  readonly body?: ApiSchema;
  readonly answer: ApiSchema;
  /** The response of a PUT that created the record, if it differs. */
  readonly created?: ApiSchema;
  readonly errors: readonly string[];
}

export interface DocumentedCall {
  readonly call: ApiCall;
  readonly operation: ApiOperationRow;
  readonly selectors: readonly DocumentedParameter[];
  readonly filters: readonly DocumentedParameter[];
}

export function listCalls(document: ApiDocument): DocumentedCall[] {
  const methods = Object.values(document.paths).flatMap((path) => Object.values(path));
  const operations = methods.flatMap((method) => method['x-operations'] ?? []);
  return operations.map((operation) => callOf(operation, document));
}

function callOf(operation: ApiOperationRow, document: ApiDocument): DocumentedCall {
  const { name, address, parameters, body, answer } = operation;
  const { open, fixed } = splitAddress({ address });
  const selectors = open.map((selector) => {
    const parameter = parameters.find((each) => each.name === selector);
    if (!parameter) throw new Error(`${name}: ${selector} is not documented.`);
    return parameter;
  });
  const isFilter = (each: DocumentedParameter): boolean =>
    !open.includes(each.name) && !(each.name in fixed);
  const filters = parameters.filter(isFilter);
  const isList = hasPagination(answer, document);
  const pages = filters.some((each) => each.name === 'cursor') ? 'cursor' : 'page';
  return {
    call: {
      operation: name,
      address,
      ...(body && { takesBody: true }),
      ...(filters.length > 0 && { takesQuery: true }),
      ...(isList && { pages }),
    },
    operation,
    selectors,
    filters,
  };
}

export function resolveSchema(schema: ApiSchema, { components }: ApiDocument): ApiSchema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  const target = components.schemas[name];
  if (!target) throw new Error(`${schema.$ref} does not exist.`);
  return target;
}

function hasPagination(answer: ApiSchema, document: ApiDocument): boolean {
  const { properties = {}, anyOf = [] } = resolveSchema(answer, document);
  return 'pagination' in properties || anyOf.some((each) => hasPagination(each, document));
}
