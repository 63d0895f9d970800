import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { COLLECTIONS, ERROR_STATUS } from '@svc/contracts';
import { build } from 'esbuild';
import { listCalls, resolveSchema, type ApiDocument, type ApiSchema } from '../src/document';
import { toCallName, toGroupName } from '../src/names';
import { toErrorName } from '../src/errors';
import { refusal, standIn } from './api-stand-in';

const ROOT = join(__dirname, '../../..');
const run = promisify(execFile);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdk-'));
  const npm = (cwd: string, ...args: readonly string[]) =>
    run('npm', [...args, '--silent', '--no-audit', '--no-fund'], { cwd });
  await npm(join(ROOT, 'dist/sdk'), 'pack', '--pack-destination', folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const dependencies = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) =>
    join(ROOT, 'node_modules', name),
  );
  const archive = join(folder, 'field-service-sdk-1.0.0.tgz');
  await npm(folder, 'install', '--offline', '--install-links', archive, ...dependencies);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const FORMATS = [
  ['an ES module', 'sample.mjs', "import * as sdk from '@field-service/sdk';"],
  ['CommonJS', 'sample.cjs', "const sdk = require('@field-service/sdk');"],
] as const;

it.each(FORMATS)(
  'is loaded as %s, with every operation and an error class for each code',
  async (_, name, load) => {
    const program = `${load}
    const fsm = sdk.createFieldService({ baseUrl: 'http://127.0.0.1:9', apiKey: 'svc_test_1' });
    const calls = Object.entries(fsm).flatMap(([group, each]) =>
      Object.keys(each).map((call) => group + '.' + call));
    console.log(JSON.stringify({ calls, exported: Object.keys(sdk) }));`;
    await writeFile(join(folder, name), program);
    const { stdout } = await run(process.execPath, [name], { cwd: folder });
    const { calls, exported } = JSON.parse(stdout) as Record<'calls' | 'exported', string[]>;

    const expected = COLLECTIONS.flatMap(({ path, operations }) =>
      Object.values(operations).map(({ name: operation, method }) => {
        const call = { operation, address: `${method} ${path}` };
        return `${toGroupName(call)}.${toCallName(call)}`;
      }),
    );
    expect(calls.sort()).toEqual(expected.sort());
    expect(exported).toEqual(expect.arrayContaining(Object.keys(ERROR_STATUS).map(toErrorName)));
  },
);

/** Each `@ts-expect-error` marks a mistake that the types must find. */
const SAMPLE = `
import { ConflictError, createFieldService, verifyWebhook, type GetJobAnswer } from '@field-service/sdk';

const fsm = createFieldService({ baseUrl: 'https://api.example.com', apiKey: 'svc_live_1' });

export async function main(): Promise<string[]> {
  const created = await fsm.jobs.create({
    job_title: 'Pump', job_description: 'It leaks.', customer_location_id: 1 });
  const job: GetJobAnswer['data'] = (await fsm.jobs.get(created.data.job_id)).data;
  await fsm.jobs.changeStatus(job.job_id, { job_status: 'Assigned' }, { deadlineMs: 5_000 });
  await fsm.customers.updateLocation(1, 2, { notes: null });
  const titles: string[] = [];
  for await (const each of fsm.jobs.list({ status: 'In Progress', per_page: 10 })) {
    titles.push(each.job_title);
  }
  const { data, pagination } = await fsm.jobs.list({ page: 2 });
  titles.push(String(data.length), String(pagination.per_page));
  // @ts-expect-error: no such status
  await fsm.jobs.changeStatus(1, { job_status: 'Done' });
  // @ts-expect-error: the title is missing
  await fsm.jobs.create({ job_description: 'It leaks.', customer_location_id: 1 });
  // @ts-expect-error: which job
  await fsm.jobs.get();
  // @ts-expect-error: no such filter
  fsm.jobs.list({ colour: 'red' });
  // @ts-expect-error: the event is missing
  await fsm.hooks.sampleEvent();
  return titles;
}

export function receive(body: string, headers: Headers): string | number {
  const event = verifyWebhook(body, headers, 'whsec_1');
  switch (event.type) {
    case 'job.completed':
      return 'deleted' in event.data.object ? event.data.object.job_id : event.data.object.job_title;
    case 'customer.created':
      return event.data.version;
    case 'inventory.low_stock':
      return 'deleted' in event.data.object
        ? event.data.object.item_id
        : event.data.object.item.part_number;
    case 'invoice.paid':
      // @ts-expect-error: no such field
      return event.data.object.amount;
    case 'asset.meter_threshold_reached':
      return 'deleted' in event.data.object ? 0 : event.data.object.meter_reading.reading_value;
    default:
      return event.id;
  }
}

export const versionOf = (error: unknown): number | undefined =>
  error instanceof ConflictError ? error.body.current_version : undefined;
`;

async function documentedSamples(): Promise<string> {
  const file = join(ROOT, 'dist/gateway/docs/openapi.operations.json');
  const { paths } = JSON.parse(await readFile(file, 'utf8')) as {
    paths: Record<string, Record<string, { 'x-codeSamples': { lang: string; source: string }[] }>>;
  };
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const samples = operations.flatMap((operation) =>
    operation['x-codeSamples'].filter(({ lang }) => lang === 'TypeScript'),
  );
  expect(samples).toHaveLength(COLLECTIONS.flatMap((each) => Object.keys(each.operations)).length);
  return [
    "import type { FieldService } from '@field-service/sdk';",
    ...samples.map(
      ({ source }, n) => `export async function sample${n}(fsm: FieldService) {\n${source}\n}`,
    ),
  ].join('\n');
}

/** Builds one statement per wrong field; the compiler must reject each. */
async function wrongBodies(): Promise<string> {
  const file = join(ROOT, 'dist/gateway/openapi.json');
  const document = JSON.parse(await readFile(file, 'utf8')) as ApiDocument;
  const writes = listCalls(document).filter(({ operation }) => operation.body);
  const lines = writes.flatMap(({ call, selectors, operation: { body = {} } }) => {
    const ids = selectors.map(({ schema }) => (schema.type === 'integer' ? '1' : "'x'"));
    const asked = `fsm.${toGroupName(call)}.${toCallName(call)}`;
    const written = (text: string): string => `  await ${asked}(${[...ids, text].join(', ')});`;
    const wrong = wrongTexts(resolveSchema(body, document), document);
    return [
      written(rightText(body, document)),
      ...wrong.map((text) => `  // @ts-expect-error\n${written(text)}`),
    ];
  });
  expect(writes.map(({ operation }) => operation.name)).toEqual(
    expect.arrayContaining(['createJob', 'updateJob', 'upsertJob', 'bulkJobs', 'updateLocation']),
  );
  const head = "import type { FieldService } from '@field-service/sdk';";
  return [head, 'export async function writes(fsm: FieldService) {', ...lines, '}'].join('\n');
}

type Fields = Readonly<Record<string, string>>;

const textOf = (fields: Fields): string =>
  `{ ${Object.entries(fields)
    .map((field) => field.join(': '))
    .join(', ')} }`;

const requiredOf = ({ required = [] }: ApiSchema): readonly string[] =>
  required as readonly string[];

const typeOf = ({ type }: ApiSchema): string =>
  [type ?? []].flat().find((each) => each !== 'null') ?? '';

const neededBy = (schema: ApiSchema, document: ApiDocument): Fields =>
  Object.fromEntries(
    requiredOf(schema).map((name) => [name, rightText(schema.properties?.[name] ?? {}, document)]),
  );

function rightText(given: ApiSchema, document: ApiDocument): string {
  const schema = resolveSchema(given, document);
  if (schema.enum) return JSON.stringify(schema.enum[0]);
  const items = schema['items'] as ApiSchema | undefined;
  return {
    string: "'x'",
    integer: '1',
    number: '1',
    boolean: 'true',
    array: items ? `[${rightText(items, document)}]` : '[]',
    object: textOf(neededBy(schema, document)),
  }[typeOf(schema)] as string;
}

/** Returns bodies with one fault each: a missing, unknown, null or mistyped field at any depth. */
function wrongTexts(schema: ApiSchema, document: ApiDocument): string[] {
  const needed = neededBy(schema, document);
  const without = requiredOf(schema).map((name) =>
    textOf(Object.fromEntries(Object.entries(needed).filter(([each]) => each !== name))),
  );
  const isOpen = schema['additionalProperties'] !== undefined;
  const wrong = Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const field = resolveSchema(given, document);
    return wrongValues(field, document).map((value) => textOf({ ...needed, [name]: value }));
  });
  return [...without, ...wrong, ...(isOpen ? [] : [textOf({ ...needed, unheard_of: '1' })])];
}

function wrongValues(field: ApiSchema, document: ApiDocument): string[] {
  if (JSON.stringify(field['not']) === '{}') return ["'x'"];
  const none = [field.type].flat().includes('null') ? [] : ['null'];
  if (field.enum) return ["'unheard of'", '5', ...none];
  const items = field['items'] as ApiSchema | undefined;
  const inside = items ? wrongValues(resolveSchema(items, document), document) : [];
  const other = {
    string: ['5', '{}'],
    integer: ["'5'", 'true'],
    number: ["'5'", 'true'],
    boolean: ["'true'", '1'],
    array: ['5', ...inside.map((value) => `[${value}]`)],
    object: ['5', ...(field.properties ? wrongTexts(field, document) : [])],
  }[typeOf(field)];
  if (!other) throw new Error(`A field of a body has no type: ${JSON.stringify(field)}`);
  return [...other, ...none];
}

it('has types for readers of either kind, every documented sample and no wrong body, under strict', async () => {
  const options = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  };
  await writeFile(join(folder, 'types.mts'), SAMPLE);
  await writeFile(join(folder, 'types.cts'), SAMPLE);
  await writeFile(join(folder, 'samples.mts'), await documentedSamples());
  await writeFile(join(folder, 'wrong-bodies.mts'), await wrongBodies());
  const files = ['types.mts', 'types.cts', 'samples.mts', 'wrong-bodies.mts'];
  const config = { compilerOptions: options, files };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  const failed = await run(process.execPath, [tsc, '--project', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(failed).toBe('');
}, 60_000);

const bundled = async (): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@field-service/sdk';", resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    // Fails if the bundle needs a Node.js built-in.
    platform: 'browser',
    format: 'iife',
    globalName: 'sdk',
  });
  return outputFiles[0]?.text ?? '';
};

it('has at most 30 KB with its dependencies, and names none but openapi-fetch', async () => {
  const text = await bundled();
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(30 * 1_024);
  expect(gzipSync(text).length).toBeLessThanOrEqual(12 * 1_024);
  const manifest = await readFile(
    join(folder, 'node_modules/@field-service/sdk/package.json'),
    'utf8',
  );
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
});

it('needs nothing but what browsers, Deno and Bun have, too', async () => {
  const server = await standIn((_, n) =>
    n === 0 ? { body: { success: true, data: { job_id: 1 } } } : refusal(404, 'not_found'),
  );
  const timestamp = Math.floor(Date.now() / 1_000);
  const v1 = createHmac('sha256', 'whsec_1').update(`${timestamp}.{"id":"evt_1"}`).digest('hex');
  const web = {
    ...{ fetch, Request, Response, Headers, FormData, URL, URLSearchParams },
    ...{ AbortSignal, TextEncoder, TextDecoder, Uint8Array, crypto, setTimeout, clearTimeout },
    given: { baseUrl: server.baseUrl, headers: { 'x-svc-signature': `t=${timestamp},v1=${v1}` } },
  };
  const program = `${await bundled()}
    (async () => {
      const fsm = sdk.createFieldService({ baseUrl: given.baseUrl, apiKey: 'svc_test_1' });
      const { data } = await fsm.jobs.get(1);
      const error = await fsm.jobs.get(2).catch((each) => each);
      const event = sdk.verifyWebhook('{"id":"evt_1"}', given.headers, 'whsec_1');
      return JSON.stringify([data, error instanceof sdk.NotFoundError, error.name, event]);
    })()`;

  const answer: unknown = await runInContext(program, createContext(web));
  await server.close();

  expect(JSON.parse(String(answer))).toEqual([
    { job_id: 1 },
    true,
    'NotFoundError',
    { id: 'evt_1' },
  ]);
});
