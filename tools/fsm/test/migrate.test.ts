import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder, type } from './terminal';

const folder = temporaryFolder();
const dist = join(folder.path, 'dist');
const trace = join(folder.path, 'trace');
afterAll(() => folder.remove());

/** A fake process that records its arguments and environment. */
function givenProcess(context: string, more = ''): void {
  mkdirSync(join(dist, context), { recursive: true });
  writeFileSync(
    join(dist, context, 'main.js'),
    `const told = process.env['${context.toUpperCase()}_DATABASE_URL'];
     const direct = process.env['${context.toUpperCase()}_DIRECT_DATABASE_URL'];
     require('node:fs').appendFileSync(${JSON.stringify(trace)},
       JSON.stringify([${JSON.stringify(context)}, process.argv[2], told, direct]) + '\\n');
     ${more}`,
  );
}

const traced = () =>
  readFileSync(trace, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const env = { ...process.env, DATABASE_URL: 'postgres://everyone' };

beforeEach(() => writeFileSync(trace, ''));

it('migrates every context that is built, the gateway first', async () => {
  givenProcess('jobs');
  givenProcess('gateway');

  const { code, stdout } = await type(['migrate', '--output', 'json'], { env, dist });

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([
    { context: 'gateway', migrated: true },
    { context: 'jobs', migrated: true },
  ]);
  expect(traced()).toEqual([
    ['gateway', 'migrate', 'postgres://everyone', null],
    ['jobs', 'migrate', 'postgres://everyone', null],
  ]);
});

it('migrates the named context in its own database', async () => {
  givenProcess('jobs');

  await type(['migrate', 'jobs'], { env: { ...env, JOBS_DATABASE_URL: 'postgres://own' }, dist });

  expect(traced()).toEqual([['jobs', 'migrate', 'postgres://own', null]]);
});

it.each([
  ['its own', { JOBS_DIRECT_DATABASE_URL: 'postgres://direct' }],
  ['one for all', { DIRECT_DATABASE_URL: 'postgres://direct' }],
])('passes %s on as the way past a PgBouncer', async (_, direct) => {
  givenProcess('jobs');

  await type(['migrate', 'jobs'], { env: { ...env, ...direct }, dist });

  expect(traced()).toEqual([['jobs', 'migrate', 'postgres://everyone', 'postgres://direct']]);
});

it('needs no secret of the processes', async () => {
  const rest = { PATH: process.env['PATH'], DATABASE_URL: env.DATABASE_URL };
  givenProcess(
    'webhooks',
    `const { INTERNAL_SECRET, ADMIN_TOKEN, ENCRYPTION_KEY } = process.env;
     if (!INTERNAL_SECRET || !ADMIN_TOKEN) process.exit(1);
     if (Buffer.from(ENCRYPTION_KEY ?? '', 'base64').length !== 32) process.exit(1);`,
  );

  expect(await type(['migrate', 'webhooks'], { env: rest, dist })).toMatchObject({ code: 0 });
});

it('finds the databases of the running system', async () => {
  givenProcess('jobs');
  const jobs = { database_url: 'postgres://running', direct_database_url: 'postgres://direct' };
  folder.write('run.json', { services: { jobs } });

  await type(['migrate', 'jobs', '--data', folder.path], { env: process.env, dist });

  expect(traced()).toEqual([['jobs', 'migrate', 'postgres://running', 'postgres://direct']]);
});

it('says which database is missing', async () => {
  givenProcess('jobs');

  expect(await type(['migrate', 'jobs', '--data', 'nowhere'], { env: {}, dist })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'jobs: JOBS_DATABASE_URL or DATABASE_URL is missing.\n',
  });
});

it('tells why a migration failed, in one line', async () => {
  givenProcess('jobs', `process.stderr.write('noise\\njobs: no such role\\n'); process.exit(1);`);

  expect(await type(['migrate', 'jobs'], { env, dist })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'jobs: no such role\n',
  });
});

it.each([
  ['assets', 'assets: not built; run npx nx build assets.\n'],
  ['vehicles', expect.stringContaining("'context'")],
])('refuses to migrate %s', async (context, stderr) => {
  expect(await type(['migrate', context], { env, dist })).toEqual({ code: 1, stdout: '', stderr });
});
