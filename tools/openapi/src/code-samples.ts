import type { OpenApiDocument } from '@svc/openapi';
import { toCallName, toGroupName } from '@svc/sdk';
import { listOperations, type ApiOperation, type ApiParameter, type ApiSchema } from './operations';

export interface CodeSample {
  readonly lang: 'Shell' | 'TypeScript';
  readonly label: 'curl' | 'TypeScript';
  readonly source: string;
}

/** Empty for events. */
export function createCodeSamples(operation: ApiOperation): CodeSample[] {
  if (!operation.call) return [];
  return [
    { lang: 'Shell', label: 'curl', source: curl(operation) },
    { lang: 'TypeScript', label: 'TypeScript', source: typeScript(operation) },
  ];
}

export function addCodeSamples(document: OpenApiDocument): OpenApiDocument {
  const samples = new Map(
    listOperations(document).map((each) => [each.name, createCodeSamples(each)]),
  );
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => [
      method,
      { ...operation, 'x-codeSamples': samples.get(String(operation['operationId'])) },
    ]);
    return [path, Object.fromEntries(operations)] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

const EXAMPLE_ID = 42;
const EXAMPLE_EXTERNAL_ID = 'WO-7781';

export function getExampleValue({ schema }: Pick<ApiParameter, 'schema'>): string | number {
  const [first] = schema.enum ?? [schema.const];
  if (typeof first === 'string') return first;
  return typesOf(schema).includes('integer') ? EXAMPLE_ID : EXAMPLE_EXTERNAL_ID;
}

const typesOf = ({ type }: ApiSchema): readonly unknown[] => [type].flat();

const required = (operation: ApiOperation): readonly ApiParameter[] =>
  operation.parameters.filter((each) => each.required && each.in !== 'header');

function exampleAddress(operation: ApiOperation): string {
  const values = required(operation);
  const address = values
    .filter((each) => each.in === 'path')
    .reduce(
      (text, each) => text.replace(`{${each.name}}`, String(getExampleValue(each))),
      operation.address,
    );
  const query = values
    .filter((each) => each.in === 'query')
    .map((each) => `${each.name}=${getExampleValue(each)}`);
  const [path = '', selectors] = address.split('?');
  const all = [...(selectors === undefined ? [] : [selectors]), ...query].join('&');
  return all === '' ? path : `${path}?${all}`;
}

function curl(operation: ApiOperation): string {
  const { method, body } = operation;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$FSM_URL${exampleAddress(operation)}"`,
    '-H "X-API-Key: $FSM_API_KEY"',
    ...(method === 'POST' ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body
      ? [`-d '${JSON.stringify(body.example, null, 2).replaceAll("'", String.raw`'\''`)}'`]
      : []),
  ];
  return lines.join(' \\\n  ');
}

function typeScript({ call, body, parameters }: ApiOperation): string {
  if (!call) return '';
  const { documented } = call;
  const { selectors, filters } = documented;
  const wanted = filters.filter((each) => each.required);
  const values = [
    ...selectors.map((each) => getExampleValue(each)),
    ...(body ? [body.example] : []),
    ...(wanted.length > 0
      ? [Object.fromEntries(wanted.map((each) => [each.name, getExampleValue(each)]))]
      : []),
  ];
  const made = `fsm.${toGroupName(documented.call)}.${toCallName(documented.call)}(${values.map(literal).join(', ')})`;
  if (!documented.call.pages) return `const { data } = await ${made};`;
  const all = `for await (const record of ${made}) console.log(record);`;
  return parameters.some(({ name }) => name === 'cursor')
    ? `// All records, by cursor.\n${all}`
    : all;
}

function literal(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return text
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll(
      /"((?:[^"\\']|\\[^u])*)"/g,
      (_, inner: string) => `'${inner.replaceAll('\\"', '"')}'`,
    );
}
