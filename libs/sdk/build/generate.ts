import openapiTypescript, { astToString, NEVER } from 'openapi-typescript';
import type { ApiCall } from '../src/call';
import {
  listCalls,
  type ApiDocument,
  type ApiOperationRow,
  type ApiSchema,
  type DocumentedCall,
  type DocumentedParameter,
} from '../src/document';
import { toErrorName } from '../src/errors';
import { toCallName, toGroupName } from '../src/names';

type Schemas = Readonly<Record<string, ApiSchema>>;

export async function generate(document: ApiDocument): Promise<Readonly<Record<string, string>>> {
  const calls = listCalls(document);
  return {
    'schemas.ts': await schemasFile(document, calls),
    'error-classes.ts': errorClassesFile(document, calls),
    'webhook-events.ts': webhookEventsFile(document),
    'field-service.ts': fieldServiceFile(calls),
  };
}

const NOTE = '// Generated from the API document by libs/sdk/build.\n';

const pascal = (text: string): string =>
  text.replace(/(?:^|[_.])([a-z])/g, (_, letter: string) => letter.toUpperCase());

const hasQuery = ({ filters }: DocumentedCall): boolean => filters.length > 0;
const queryName = ({ operation }: DocumentedCall): string => `${pascal(operation.name)}Query`;

const nameOfReference = ({ $ref = '' }: ApiSchema): string => $ref.split('/').at(-1) ?? '';

const querySchema = (filters: readonly DocumentedParameter[]): ApiSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    filters.map(({ name, description, schema: { default: _, ...schema } }) => [
      name,
      { description, ...schema },
    ]),
  ),
  required: filters.filter(({ required }) => required).map(({ name }) => name),
});

async function schemasFile(
  document: ApiDocument,
  calls: readonly DocumentedCall[],
): Promise<string> {
  const queries = calls
    .filter(hasQuery)
    .map((each) => [queryName(each), querySchema(each.filters)]);
  const schemas: Schemas = { ...document.components.schemas, ...Object.fromEntries(queries) };
  const types = await openapiTypescript(
    JSON.stringify({ openapi: '3.1.0', info: {}, paths: {}, components: { schemas } }, plainly),
    {
      // Bodies may omit fields that have a default.
      defaultNonNullable: false,
      // Without this, a field that must not be sent would become `unknown`.
      transform: (schema) => (isNothing(schema as ApiSchema) ? NEVER : undefined),
    },
  );
  const names = Object.keys(schemas).filter((name) => !name.endsWith('Error'));
  return [
    NOTE,
    astToString(types),
    "export type Schemas = components['schemas'];",
    ...names.map((name) => `export type ${name} = Schemas['${name}'];`),
    '',
  ].join('\n');
}

/** Drops alternatives beside a type, which only list the forms of that type. */
const plainly = (_: string, value: unknown): unknown => {
  const { type, anyOf, ...rest } = Object(value) as ApiSchema;
  return type !== undefined && anyOf ? { type, ...rest } : value;
};

const isNothing = ({ not }: ApiSchema): boolean =>
  typeof not === 'object' && not !== null && Object.keys(not).length === 0;

function errorClassesFile(document: ApiDocument, calls: readonly DocumentedCall[]): string {
  const codes = [...new Set(calls.flatMap(({ operation }) => operation.errors))].sort();
  const bodies = Object.entries(document.components.schemas).filter(([name]) =>
    /Error$/.test(name),
  );
  const bodyOf = (code: string): string => {
    const found = bodies.find(([, { properties }]) => properties?.['error']?.enum?.includes(code));
    if (!found) throw new Error(`No schema has the error ${code}.`);
    return `Schemas['${found[0]}'] & { readonly error: '${code}' }`;
  };
  return [
    NOTE,
    "import { ApiError } from './errors';",
    "import type { Schemas } from './schemas';",
    '',
    ...codes.map(
      (code) => `export class ${toErrorName(code)} extends ApiError<${bodyOf(code)}> {}`,
    ),
    '',
    '/** The class of each code. */',
    'export const ERROR_CLASSES = {',
    ...codes.map((code) => `  ${code}: ${toErrorName(code)},`),
    '};',
    '',
  ].join('\n');
}

function webhookEventsFile({ webhooks }: ApiDocument): string {
  const objects = Object.entries(webhooks).map(([event, { post }]) => {
    const schema = nameOfReference(post.requestBody.content['application/json'].schema);
    return `  '${event}': Schemas['${schema}']['data']['object'];`;
  });
  return [
    NOTE,
    "import type { Schemas } from './schemas';",
    "import { verifyWebhook as verify } from './verify-webhook';",
    "import type { EventOf, VerifyWebhook } from './webhook-event';",
    '',
    '/** `data.object` of each event: the record as its single-record call returns it. */',
    'export interface WebhookObjects {',
    ...objects,
    '}',
    '',
    '/** Discriminated by `type`; types that are newer than this release can occur. */',
    'export type WebhookEvent = EventOf<WebhookObjects>;',
    '',
    '/**',
    ' * Returns the event of a delivery after checking signature and age (at most five minutes).',
    ' * `rawBody` is the body as received, not parsed and serialized again.',
    ' * Throws a WebhookVerificationError, which contains neither body nor secret.',
    ' */',
    'export const verifyWebhook = verify as VerifyWebhook<WebhookEvent>;',
    '',
  ].join('\n');
}

function fieldServiceFile(calls: readonly DocumentedCall[]): string {
  const groups = grouped(calls);
  const answers = calls.flatMap(({ operation }) => answersOf(operation));
  const bodies = calls.flatMap(({ operation: { body } }) => (body ? [nameOfReference(body)] : []));
  const queries = calls.filter(hasQuery).map(queryName);
  const types = [...new Set([...answers, ...bodies, ...queries])].sort();
  return [
    NOTE,
    "import { callFrom, type CallOptions, type CallTable } from './call';",
    "import { createCalls } from './calls';",
    "import { ERROR_CLASSES } from './error-classes';",
    "import type { List } from './list';",
    "import { createSend, type Settings } from './send';",
    `import type { ${types.join(', ')} } from './schemas';`,
    '',
    ...Object.entries(groups).flatMap(([group, named]) => [
      `export interface ${pascal(group)}Calls {`,
      ...Object.entries(named).map(([name, each]) => methodText(name, each)),
      '}',
      '',
    ]),
    'export interface FieldService {',
    ...Object.keys(groups).map((group) => `  readonly ${group}: ${pascal(group)}Calls;`),
    '}',
    '',
    'const CALLS: CallTable = {',
    ...Object.entries(groups).flatMap(([group, named]) => [
      `  ${group}: {`,
      ...Object.entries(named).map(([name, { call }]) => `    ${name}: ${callText(call)},`),
      '  },',
    ]),
    '};',
    '',
    '/** Creates the calls of one API key or proxy. */',
    'export const createFieldService = (settings: Settings): FieldService =>',
    '  createCalls(CALLS, createSend(settings, ERROR_CLASSES)) as unknown as FieldService;',
    '',
  ].join('\n');
}

type Named = Readonly<Record<string, DocumentedCall>>;

function grouped(calls: readonly DocumentedCall[]): Readonly<Record<string, Named>> {
  const groups: Record<string, Record<string, DocumentedCall>> = {};
  for (const each of calls) {
    const group = (groups[toGroupName(each.call)] ??= {});
    const name = toCallName(each.call);
    if (name in group) throw new Error(`${each.operation.name}: ${name} names two calls.`);
    group[name] = each;
  }
  return groups;
}

function methodText(name: string, each: DocumentedCall): string {
  const { operation, selectors, filters } = each;
  const answer = answersOf(operation).join(' | ');
  const mustAsk = filters.some(({ required }) => required);
  const parameters = [
    ...selectors.map((selector) => `${selector.name}: ${typeOfSelector(selector)}`),
    ...(operation.body ? [`body: ${nameOfReference(operation.body)}`] : []),
    ...(hasQuery(each) ? [`query${mustAsk ? '' : '?'}: ${queryName(each)}`] : []),
    'options?: CallOptions',
  ];
  const result = each.call.pages ? `List<${answer}>` : `Promise<${answer}>`;
  const about = `${operation.summary}. Scope \`${operation.scope}\`: \`${operation.address}\`.`;
  const all = `  /** ${about} */\n  ${name}(${parameters.join(', ')}): ${result};`;
  if (!each.call.pages || !listsRemoved(each)) return all;
  const asked = parameters.map((parameter) =>
    parameter.startsWith('query')
      ? `query: ${queryName(each)} & { include: 'deleted' }`
      : parameter,
  );
  const everything = `List<${answer}, ${answer}['data'][number]>`;
  return `  /** ${about} Includes removed records. */\n  ${name}(${asked.join(', ')}): ${everything};\n${all}`;
}

const listsRemoved = ({ filters }: DocumentedCall): boolean =>
  filters.some(
    ({ name, schema }) =>
      name === 'include' && [schema.const, ...(schema.enum ?? [])].includes('deleted'),
  );

const answersOf = ({ answer, created }: ApiOperationRow): readonly string[] =>
  [answer, ...(created ? [created] : [])].map(nameOfReference);

const typeOfSelector = ({ schema }: DocumentedParameter): string =>
  schema.type === 'integer' ? 'number' : 'string';

/** The text form takes a third of the size of an object. */
function callText({ operation, address, takesBody, takesQuery, pages }: ApiCall): string {
  const rest = [takesBody && 'body', takesQuery && 'query', pages].filter(Boolean).join(' ');
  return `callFrom('${operation}', '${address}', '${rest}')`;
}
