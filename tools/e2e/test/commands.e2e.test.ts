import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../../..');

/** From operations.md: variables that hold a secret or a login. */
const SECRETS = {
  ADMIN_TOKEN: 'a token',
  CUSTOMERS_DATABASE_URL: 'postgres://svc_customers:x@127.0.0.1/fsm',
  CUSTOMERS_DIRECT_DATABASE_URL: 'postgres://svc_customers:x@127.0.0.1/fsm',
  DATABASE_URL: 'postgres://postgres:x@127.0.0.1/fsm',
  ENCRYPTION_KEY: 'a key',
  FSM_ADMIN_TOKEN: 'a token',
  FSM_API_KEY: 'a key',
  GEOCODER_API_KEY: 'a key',
  GEOCODER_URL: 'https://somebody:x@geocoder.example',
  INTERNAL_SECRET: 'a secret',
  NATS_URL: 'nats://somebody:x@127.0.0.1',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer x',
  REDIS_URL: 'redis://:x@127.0.0.1',
  SMTP_URL: 'smtp://somebody:x@mail.example',
};
/** Needed to fetch packages in many companies. */
const NPM_ENVIRONMENT = { NPM_TOKEN: 'a token', HTTPS_PROXY: 'http://somebody:x@proxy.example' };

let workspace: string;

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'commands-'));
});
afterEach(() => rmSync(workspace, { recursive: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), text);
};

/** A program that writes its environment and arguments into a file. */
const witness = (name: string, exitCode: number): string => {
  const file = JSON.stringify(join(workspace, name));
  return `
    require('node:fs').writeFileSync(${file}, JSON.stringify(process.env));
    process.exitCode = ${exitCode};`;
};

async function runCommand(name: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  write('tools/run.mjs', readFileSync(join(ROOT, 'tools/run.mjs'), 'utf8'));
  write('package.json', readFileSync(join(ROOT, 'package.json'), 'utf8'));
  write('tools/e2e/project.json', JSON.stringify({ targets: {} }));
  for (const folder of ['gateway', 'libs', 'services']) mkdirSync(join(workspace, folder));
  for (const file of ['nx.json', 'tsconfig.base.json']) write(file, '{}');
  write('node_modules/nx/package.json', JSON.stringify({ bin: 'nx.js' }));

  const run = execFile(process.execPath, [join(workspace, 'tools/run.mjs'), name], {
    env: { ...process.env, ...SECRETS, ...env },
  });
  await new Promise((resolve) => run.once('close', resolve));
}

const learnt = (name: string): object =>
  JSON.parse(readFileSync(join(workspace, name), 'utf8')) as object;

const secretsIn = (known: object): string[] => Object.keys(known).filter((each) => each in SECRETS);

it('npm and builds learn no secret of what is started, and all that npm needs', async () => {
  write(
    'package-lock.json',
    JSON.stringify({ packages: { 'node_modules/nx': { version: '1.0.0' } } }),
  );
  write('npm.js', witness('npm', 0));
  write('node_modules/nx/nx.js', witness('build', 1));

  await runCommand('start', { ...NPM_ENVIRONMENT, npm_execpath: join(workspace, 'npm.js') });

  for (const name of ['npm', 'build']) {
    expect(secretsIn(learnt(name))).toEqual([]);
    expect(learnt(name)).toMatchObject(NPM_ENVIRONMENT);
  }
});

it('npm installs what builds need, whatever NODE_ENV says', async () => {
  write('package-lock.json', JSON.stringify({ packages: { 'node_modules/nx': {} } }));
  const file = JSON.stringify(join(workspace, 'arguments'));
  write(
    'npm.js',
    `require('node:fs').writeFileSync(${file}, JSON.stringify(process.argv.slice(2)))`,
  );

  await runCommand('start', {
    NODE_ENV: 'production',
    npm_execpath: join(workspace, 'npm.js'),
  });

  expect(learnt('arguments')).toEqual(['ci', '--include=dev']);
});

it('the benchmark learns none, and so does the load that it starts: its platform has its own', async () => {
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) {
    write(file, JSON.stringify({ packages: {} }));
  }
  write('node_modules/nx/nx.js', '');
  write('dist/bench/main.js', witness('bench', 0));

  await runCommand('bench');

  expect(secretsIn(learnt('bench'))).toEqual([]);
});
