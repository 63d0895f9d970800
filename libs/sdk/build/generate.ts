import openapiTypescript, { astToString, NEVER } from 'openapi-typescript';
import type { Call } from '../src/call';
import {
  callsOf,
  type ApiDocument,
  type DocumentedCall,
  type Operation,
  type Parameter,
  type Schema,
} from '../src/document';
import { errorNameOf } from '../src/errors';
import { groupOf, nameOf } from '../src/names';

type Schemas = Readonly<Record<string, Schema>>;

export async function generate(document: ApiDocument): Promise<Readonly<Record<string, string>>> {
  const calls = callsOf(document);
  return {
    'schemas.ts': await schemasFile(document, calls),
    'error-classes.ts': errorClassesFile(document, calls),
    'webhook-events.ts': webhookEventsFile(document),
    'field-service.ts': fieldServiceFile(calls),
  };
}

const NOTE = '// Made from the API document by libs/sdk/build.\n';

const pascal = (text: string): string =>
  text.replace(/(?:^|[_.])([a-z])/g, (_, letter: string) => letter.toUpperCase());

const hasQuery = ({ filters }: DocumentedCall): boolean => filters.length > 0;
const queryName = ({ operation }: DocumentedCall): string => `${pascal(operation.name)}Query`;

const nameOfReference = ({ $ref = '' }: Schema): string => $ref.split('/').at(-1) ?? '';

const querySchema = (filters: readonly Parameter[]): Schema => ({
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
      transform: (schema) => (isNothing(schema as Schema) ? NEVER : undefined),
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
  const { type, anyOf, ...rest } = Object(value) as Schema;
  return type !== undefined && anyOf ? { type, ...rest } : value;
};

const isNothing = ({ not }: Schema): boolean =>
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
      (code) => `export class ${errorNameOf(code)} extends ApiError<${bodyOf(code)}> {}`,
    ),
    '',
    '/** The class of each code. */',
    'export const ERROR_CLASSES = {',
    ...codes.map((code) => `  ${code}: ${errorNameOf(code)},`),
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
    '/** Each event with its `data.object`: the record as its single-record call answers it. */',
    'export interface WebhookObjects {',
    ...objects,
    '}',
    '',
    '/** An event, told apart by its `type`; a type that is newer than this release may come, too. */',
    'export type WebhookEvent = EventOf<WebhookObjects>;',
    '',
    '/**',
    ' * The event of a delivery, once its signature is that of the secret and at most five minutes old.',
    ' *',
    ' * `rawBody` is the body as it arrived: one that was parsed and written again has another signature.',
    ' * Throws a WebhookVerificationError, which holds neither body nor secret.',
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
    '/** The API as calls that are named after its operations. */',
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
    '/** The calls of one API key, or through one proxy. */',
    'export const createFieldService = (settings: Settings): FieldService =>',
    '  createCalls(CALLS, createSend(settings, ERROR_CLASSES)) as unknown as FieldService;',
    '',
  ].join('\n');
}

type Named = Readonly<Record<string, DocumentedCall>>;

function grouped(calls: readonly DocumentedCall[]): Readonly<Record<string, Named>> {
  const groups: Record<string, Record<string, DocumentedCall>> = {};
  for (const each of calls) {
    const group = (groups[groupOf(each.call)] ??= {});
    const name = nameOf(each.call);
    if (name in group) throw new Error(`${each.operation.name}: ${name} is another call already.`);
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
  return `  /** ${about} Tells of removed records, too. */\n  ${name}(${asked.join(', ')}): ${everything};\n${all}`;
}

const listsRemoved = ({ filters }: DocumentedCall): boolean =>
  filters.some(
    ({ name, schema }) =>
      name === 'include' && [schema.const, ...(schema.enum ?? [])].includes('deleted'),
  );

const answersOf = ({ answer, created }: Operation): readonly string[] =>
  [answer, ...(created ? [created] : [])].map(nameOfReference);

const typeOfSelector = ({ schema }: Parameter): string =>
  schema.type === 'integer' ? 'number' : 'string';

/** The text form takes a third of the size of an object. */
function callText({ operation, address, takesBody, takesQuery, pages }: Call): string {
  const rest = [takesBody && 'body', takesQuery && 'query', pages].filter(Boolean).join(' ');
  return `callFrom('${operation}', '${address}', '${rest}')`;
}
