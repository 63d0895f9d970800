import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../../..');

/** Of operations.md, section 2 and "Command line": what holds a secret, or may hold a login. */
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
/** How packages are fetched, in many companies. */
const OF_NPM = { NPM_TOKEN: 'a token', HTTPS_PROXY: 'http://somebody:x@proxy.example' };

let workspace: string;

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'commands-'));
});
afterEach(() => rmSync(workspace, { recursive: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), text);
};

/** A program that writes into a file what it is told. */
const witness = (name: string, exitCode: number): string => {
  const file = JSON.stringify(join(workspace, name));
  return `
    require('node:fs').writeFileSync(${file}, JSON.stringify(process.env));
    process.exitCode = ${exitCode};`;
};

it('npm and builds learn no secret of what is started, and all that npm needs', async () => {
  write('tools/run.mjs', readFileSync(join(ROOT, 'tools/run.mjs'), 'utf8'));
  write('tools/e2e/project.json', JSON.stringify({ targets: {} }));
  write(
    'package-lock.json',
    JSON.stringify({ packages: { 'node_modules/nx': { version: '1.0.0' } } }),
  );
  for (const folder of ['gateway', 'libs', 'services']) mkdirSync(join(workspace, folder));
  for (const file of ['nx.json', 'tsconfig.base.json']) write(file, '{}');
  write('npm.js', witness('npm', 0));
  write('node_modules/nx/package.json', JSON.stringify({ bin: 'nx.js' }));
  write('node_modules/nx/nx.js', witness('build', 1));

  const env = { ...process.env, ...SECRETS, ...OF_NPM, npm_execpath: join(workspace, 'npm.js') };
  const run = execFile(process.execPath, [join(workspace, 'tools/run.mjs'), 'start'], { env });
  await new Promise((resolve) => run.once('close', resolve));

  for (const name of ['npm', 'build']) {
    const known = JSON.parse(readFileSync(join(workspace, name), 'utf8')) as object;
    expect(Object.keys(known).filter((each) => each in SECRETS)).toEqual([]);
    expect(known).toMatchObject(OF_NPM);
  }
});
