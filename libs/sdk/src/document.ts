import { addressOf, type Call } from './call';

export interface ApiDocument {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedMethod>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DocumentedDelivery }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface DocumentedDelivery {
  readonly summary: string;
  readonly description: string;
  readonly requestBody: {
    readonly content: { readonly 'application/json': { readonly schema: Schema } };
  };
}

interface DocumentedMethod {
  readonly 'x-operations'?: readonly Operation[];
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly [keyword: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly address: string;
  readonly scope: string;
  readonly parameters: readonly Parameter[];
  readonly body?: Schema;
  readonly answer: Schema;
  /** The response of a PUT that created the record, if it differs. */
  readonly created?: Schema;
  readonly errors: readonly string[];
}

export interface DocumentedCall {
  readonly call: Call;
  readonly operation: Operation;
  readonly selectors: readonly Parameter[];
  readonly filters: readonly Parameter[];
}

export function callsOf(document: ApiDocument): DocumentedCall[] {
  const methods = Object.values(document.paths).flatMap((path) => Object.values(path));
  const operations = methods.flatMap((method) => method['x-operations'] ?? []);
  return operations.map((operation) => callOf(operation, document));
}

function callOf(operation: Operation, document: ApiDocument): DocumentedCall {
  const { name, address, parameters, body, answer } = operation;
  const { open, fixed } = addressOf({ address });
  const selectors = open.map((selector) => {
    const parameter = parameters.find((each) => each.name === selector);
    if (!parameter) throw new Error(`${name}: ${selector} is not documented.`);
    return parameter;
  });
  const isFilter = (each: Parameter): boolean => !open.includes(each.name) && !(each.name in fixed);
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

export function resolved(schema: Schema, { components }: ApiDocument): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  const target = components.schemas[name];
  if (!target) throw new Error(`${schema.$ref} leads nowhere.`);
  return target;
}

function hasPagination(answer: Schema, document: ApiDocument): boolean {
  const { properties = {}, anyOf = [] } = resolved(answer, document);
  return 'pagination' in properties || anyOf.some((each) => hasPagination(each, document));
}
