import type { OpenApiDocument } from '@svc/openapi';
import { listCalls, type ApiDocument, type ApiSchema, type DocumentedCall } from '@svc/sdk';

export type { ApiSchema };

export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly schema: ApiSchema;
}

export interface DocumentedResponse {
  readonly status: string;
  readonly description: string;
  readonly schema: ApiSchema | undefined;
  readonly examples: Readonly<Record<string, unknown>>;
}

export interface ApiOperation {
  readonly name: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly method: string;
  /** Path with selectors; an event's name. */
  readonly address: string;
  readonly parameters: readonly ApiParameter[];
  readonly body: { readonly schema: ApiSchema; readonly example: unknown } | undefined;
  readonly responses: readonly DocumentedResponse[];
  /** Absent for events. */
  readonly call:
    | {
        readonly documented: DocumentedCall;
        readonly feature: string | undefined;
        readonly limits: Readonly<Record<string, number>>;
        /** Earliest removal date: YYYY-MM-DD. */
        readonly sunset: string | undefined;
      }
    | undefined;
  readonly deprecated: boolean;
}

export type DocumentPart = Readonly<Record<string, unknown>>;

export const toDocumentPart = (value: unknown): DocumentPart => Object(value) as DocumentPart;

export function resolveReference(document: object, value: unknown): DocumentPart {
  const { $ref } = toDocumentPart(value);
  if (typeof $ref !== 'string') return toDocumentPart(value);
  const steps = $ref.slice(2).split('/');
  return toDocumentPart(steps.reduce<unknown>((at, key) => toDocumentPart(at)[key], document));
}

export function listOperations(document: OpenApiDocument): ApiOperation[] {
  const calls = new Map(
    listCalls(document as unknown as ApiDocument).map((each) => [each.operation.name, each]),
  );
  return Object.entries(document.paths).flatMap(([address, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const name = String(operation['operationId']);
      const documented = calls.get(name);
      if (!documented) throw new Error(`${name} is no call.`);
      const [row] = operation['x-operations'] as readonly DocumentPart[];
      return {
        ...operationOf(document, operation, name),
        description: documented.operation.description,
        method: method.toUpperCase(),
        address,
        call: {
          documented,
          feature: row?.['feature'] as string | undefined,
          limits: toDocumentPart(row?.['limits']) as Record<string, number>,
          sunset: row?.['x-sunset'] as string | undefined,
        },
      };
    }),
  );
}

export const listEvents = (document: OpenApiDocument): ApiOperation[] =>
  Object.entries(document.webhooks ?? {}).map(([event, item]) => ({
    ...operationOf(document, toDocumentPart(item['post']), event),
    method: 'EVENT',
    address: event,
    call: undefined,
  }));

function operationOf(document: OpenApiDocument, operation: DocumentPart, name: string) {
  const [tag = ''] = operation['tags'] as readonly string[];
  const parameters = (operation['parameters'] ?? []) as readonly unknown[];
  return {
    name,
    tag,
    summary: String(operation['summary']),
    description: String(operation['description']),
    parameters: parameters.map(
      (each) => resolveReference(document, each) as unknown as ApiParameter,
    ),
    body: bodyOf(operation),
    responses: Object.entries(toDocumentPart(operation['responses'])).map(([status, response]) =>
      answerOf(status, resolveReference(document, response)),
    ),
    deprecated: operation['deprecated'] === true,
  };
}

interface Content {
  readonly schema: ApiSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

const contentOf = (holder: DocumentPart): Content | undefined =>
  toDocumentPart(holder['content'])['application/json'] as Content | undefined;

const examplesOf = ({ examples = {} }: Content): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(examples).map(([name, { value }]) => [name, value]));

function bodyOf(operation: DocumentPart): ApiOperation['body'] {
  const content = contentOf(toDocumentPart(operation['requestBody']));
  if (!content) return undefined;
  const [first] = Object.values(examplesOf(content));
  return { schema: content.schema, example: content.example ?? first };
}

function answerOf(status: string, response: DocumentPart): DocumentedResponse {
  const content = contentOf(response);
  return {
    status,
    description: String(response['description']),
    schema: content?.schema,
    examples: content ? examplesOf(content) : {},
  };
}
