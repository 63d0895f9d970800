import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toOpenApi30 } from '../src/to-openapi-3-0';
import { DOCUMENT, SECTIONS } from '../src/document';
import { findJava } from './find-java';

const PACKAGES = join(__dirname, '../../../node_modules');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clients-'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(DOCUMENT));
  await writeFile(join(folder, 'openapi.3.0.json'), JSON.stringify(toOpenApi30(DOCUMENT)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = (program: string, ...args: readonly string[]): Promise<unknown> =>
  promisify(execFile)(program, args, { cwd: folder }).catch(
    ({ stdout, stderr }: Record<string, string>) => {
      throw new Error(`${program} ${args.join(' ')} failed: ${stdout}${stderr}`);
    },
  );

const run = (program: string, ...args: readonly string[]): Promise<unknown> =>
  start(process.execPath, join(PACKAGES, program), ...args);

async function compile(name: string, include: readonly string[], options: object): Promise<void> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    ...options,
  };
  await writeFile(join(folder, name), JSON.stringify({ compilerOptions, include }));
  await run('typescript-native/bin/tsc', '--project', name);
}

/** Each `@ts-expect-error` marks a mistake that the generated types must find. */
const USE = `
import { changeJobStatus, createJob } from './hey-api/index.js';
import type { paths, webhooks } from './types.js';

export const moved = changeJobStatus({ query: { id: 1 }, body: { job_status: 'Assigned' } });
export const bulk = createJob({ query: { action: 'bulk' }, body: { operations: [] } });
// @ts-expect-error: no such status
export const lost = changeJobStatus({ query: { id: 1 }, body: { job_status: 'Lost' } });

type Body = webhooks['job.created']['post']['requestBody']['content']['application/json'];
export const titleOf = ({ data: { object } }: Body): string =>
  'deleted' in object ? String(object.job_id) : object.job_title;
type Query = NonNullable<paths['/api/v1/jobs']['get']['parameters']['query']>;
export const several: Query = { status: 'Pending,On Hold', priority: 'High' };
// @ts-expect-error: no such priority
export const noPriority: Query = { priority: 'Lost' };
`;

it('the clients of hey-api and openapi-typescript compile, and know operations and events', async () => {
  await Promise.all([
    run('@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey-api', '--silent'),
    run('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'types.ts'),
  ]);
  await writeFile(join(folder, 'use.ts'), USE);

  await compile('tsconfig.json', ['hey-api', 'types.ts', 'use.ts'], { module: 'nodenext' });
}, 120_000);

const USE_AXIOS = `
import {
  ChangeJobStatusBodyJobStatusEnum as To,
  Configuration,
  JobsApi,
  type CreateJobBody,
  type JobCreatedEvent,
} from './axios';

const jobs = new JobsApi(new Configuration({ apiKey: 'svc_test_', basePath: 'https://api.example' }));
export const moved = jobs.changeJobStatus(1, { job_status: To.InProgress });
// @ts-expect-error: a job has no such field
export const lost = jobs.changeJobStatus(1, { status: 'Assigned' });
export const created = jobs.createJob({ operations: [] }, 'bulk');

export const body: CreateJobBody = {
  job_title: 'Pump',
  job_description: 'It is loud.',
  customer_location_id: 1,
  assigned_technician_id: null,
};
// @ts-expect-error: a title is no number
export const wrong: CreateJobBody = { ...body, job_title: 7 };

export async function titles(): Promise<readonly string[]> {
  const { data: answer } = await jobs.getJobs(100, undefined, undefined, undefined, undefined, 'Pending');
  const { data } = answer;
  const rows = Array.isArray(data) ? data : [data];
  return rows.flatMap((row) => ('job_title' in row && row.job_title ? [row.job_title] : []));
}
export const eventOf = ({ type, data }: JobCreatedEvent): string => \`\${type} \${data.version}\`;
`;

const java = findJava();
if (!java) process.stderr.write('skipped: there is no Java (JAVA_BIN)\n');

const JAR = join(PACKAGES, '@openapitools/openapi-generator-cli/bin/openapi-generator.jar');

/** The sample runs for seconds, so optimizing it does not pay. */
const generate = (generator: string, to: string, ...options: readonly string[]): Promise<unknown> =>
  start(
    String(java),
    ...['-XX:TieredStopAtLevel=1', '-jar', JAR, 'generate', '-i', 'openapi.3.0.json'],
    ...['-g', generator, '-o', to, ...options],
  );

(java ? it : it.skip)(
  'the client of openapi-generator for axios compiles, and knows operations and events',
  async () => {
    await generate('typescript-axios', 'axios');
    await writeFile(join(folder, 'use-axios.ts'), USE_AXIOS);

    await compile('tsconfig.axios.json', ['axios', 'use-axios.ts'], {
      module: 'preserve',
      paths: { axios: [join(PACKAGES, 'axios')] },
      skipLibCheck: true,
    });
  },
  120_000,
);

const USE_FETCH = `
import { ChangeJobStatusBodyJobStatusEnum as To, Configuration, JobsApi } from './fetch';

const jobs = new JobsApi(new Configuration({ apiKey: 'svc_test_', basePath: 'https://api.example' }));
export const moved = jobs.changeJobStatus({ id: 1, changeJobStatusBody: { jobStatus: To.InProgress } });
// @ts-expect-error: a job has no such field
export const lost = jobs.changeJobStatus({ id: 1, changeJobStatusBody: { status: 'Assigned' } });
export const created = jobs.createJob({ createJobAnyBody: { jobTitle: 'Pump', customerLocationId: 1 } });
export const total = async (): Promise<number | undefined> => (await jobs.getJobs({})).pagination?.total;
`;

(java ? it : it.skip)(
  'the client of openapi-generator for fetch compiles, and knows operations',
  async () => {
    // TypeScript 2 types no longer exist.
    await generate('typescript-fetch', 'fetch', '--additional-properties=typescriptThreePlus=true');
    await writeFile(join(folder, 'use-fetch.ts'), USE_FETCH);

    await compile('tsconfig.fetch.json', ['fetch', 'use-fetch.ts'], { module: 'preserve' });
  },
  120_000,
);

const LIST_JOBS = `
import sys
sys.path.insert(0, 'python')
import openapi_client

settings = openapi_client.Configuration(host=sys.argv[1])
settings.api_key['apiKey'] = 'svc_test_'
answer = openapi_client.JobsApi(openapi_client.ApiClient(settings)).get_jobs(per_page=10)
print(answer.data[0]['job_title'], answer.pagination.total)
`;

const PYTHON = 'python3';
const hasPython = spawnSync(PYTHON, ['-c', 'import dateutil, six, urllib3']).status === 0;
if (!hasPython) process.stderr.write('skipped: there is no Python with dateutil, six, urllib3\n');

(java && hasPython ? it : it.skip)(
  'the client of openapi-generator for Python is imported, and lists jobs',
  async () => {
    await generate('python', 'python');
    await writeFile(join(folder, 'list_jobs.py'), LIST_JOBS);
    const jobs = SECTIONS.find(({ documentation }) => 'listJobs' in documentation);
    const { example } =
      (jobs?.documentation as Record<string, { example: object }>)['listJobs'] ?? {};
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.end(JSON.stringify(example));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = server.address() as AddressInfo;
    try {
      const listed = start(PYTHON, 'list_jobs.py', `http://127.0.0.1:${port}`);
      expect(await listed).toMatchObject({ stdout: 'Replace compressor 1\n' });
    } finally {
      server.close();
    }
  },
  120_000,
);
