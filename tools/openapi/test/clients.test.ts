import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DOCUMENT } from '../src/document';

const PACKAGES = join(__dirname, '../../../node_modules');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clients-'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(DOCUMENT));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program of a package in the folder; throws with what it printed where it fails. */
const run = (program: string, ...args: readonly string[]): Promise<unknown> =>
  promisify(execFile)(process.execPath, [join(PACKAGES, program), ...args], { cwd: folder }).catch(
    ({ stdout, stderr }: Record<string, string>) => {
      throw new Error(`${program} failed: ${stdout}${stderr}`);
    },
  );

/** What a reader of the generated clients writes; each `@ts-expect-error` is a mistake that they find. */
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
export type Status = NonNullable<paths['/api/v1/jobs']['get']['parameters']['query']>['status'];
export const status: Status = 'In Progress';
// @ts-expect-error: no such status
export const noStatus: Status = 'Lost';
`;

it('the clients of hey-api and openapi-typescript compile, and know operations and events', async () => {
  await Promise.all([
    run('@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey-api', '--silent'),
    run('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'types.ts'),
  ]);
  await writeFile(join(folder, 'use.ts'), USE);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  };
  const config = { compilerOptions, include: ['hey-api', 'types.ts', 'use.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));

  await run('typescript/bin/tsc', '--project', '.');
}, 120_000);
