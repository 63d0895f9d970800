// Scripts of package.json. They run before packages are installed, so only Node.js itself is available.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, getPriority, setPriority } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = join(root, 'dist/.built-from');

const nxEnv = {
  NX_DAEMON: 'false',
  NX_NO_CLOUD: 'true',
  NX_TUI: 'false',
  NX_ISOLATE_PLUGINS: 'false',
};

/** Secrets of the platform's processes, withheld from builds and tests. */
const PROCESS_SECRETS =
  /^(?:(?:FSM_)?ADMIN_TOKEN|FSM_API_KEY|ENCRYPTION_KEY|INTERNAL_SECRET|GEOCODER_(?:API_KEY|URL)|OTEL_\w+|(?:NATS|REDIS|SMTP)_URL|(?:\w+_)?DATABASE_URL)$/;

const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !PROCESS_SECRETS.test(name)));

class Refusal extends Error {}

/** Checks a range such as `^20.19.3` or `>=24.0.0`. */
function isIn(range) {
  const [, sign, ...least] = /^(\^|>=)(\d+)\.(\d+)\.(\d+)$/.exec(range);
  const order = process.versions.node.localeCompare(least.join('.'), 'en', { numeric: true });
  return order >= 0 && (sign === '>=' || process.versions.node.startsWith(`${least[0]}.`));
}

function requireNode() {
  const { node } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines;
  if (node.split(' || ').some(isIn)) return;
  throw new Refusal(`Node.js ${node} is required; this is ${process.version}.`);
}

/**
 * Runs a Node program and passes stop signals on to it.
 *
 * @param priority operating system priority of the program and its children
 */
function run(args, { stdio, env = nxEnv, priority = constants.priority.PRIORITY_NORMAL }) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...environment(), ...env },
    stdio,
  });
  // Only root may raise a priority.
  if (priority > getPriority()) setPriority(child.pid, priority);
  const pass = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  const output = [];
  child.stdout?.on('data', (chunk) => output.push(chunk));
  child.stderr?.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const each of signals) process.off(each, pass);
      if (signal) reject(new Refusal(`Stopped by ${signal}.`));
      else resolve({ code, output: Buffer.concat(output).toString() });
    });
  });
}

function programOf(name) {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}

/** Compares node_modules with the lock file by npm's own record. */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { packages: installed } = JSON.parse(readFileSync(record, 'utf8'));
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true;
    const have = installed[path];
    // Packages of other platforms are rightly absent.
    if (!have) return optional === true;
    // Image builds for several platforms share one folder.
    if (!isForThisPlatform(have)) return false;
    return have.version === version && have.integrity === integrity;
  });
}

const isForThisPlatform = ({ os = [process.platform], cpu = [process.arch] }) =>
  isNamed(os, process.platform) && isNamed(cpu, process.arch);

/** Checks a list such as `["linux", "darwin"]` or `["!win32"]`. */
const isNamed = (names, name) =>
  names.includes(name) || (!names.includes(`!${name}`) && names.some((each) => each[0] === '!'));

const npmProgram = () =>
  process.env.npm_execpath ??
  join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js');

async function install() {
  if (isInstalled()) return;
  process.stderr.write('Installing packages (npm ci)\n');
  // NODE_ENV=production would omit build tools; standard output belongs to the next command.
  const { code } = await run([npmProgram(), 'ci', '--include=dev'], { stdio: ['ignore', 2, 2] });
  if (code !== 0) throw new Refusal('npm ci failed; see above.');
}

function* sources(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!['node_modules', 'test'].includes(entry.name)) yield* sources(path);
    } else if (!path.endsWith('.test.ts')) {
      yield path;
    }
  }
}

const SOURCE_FOLDERS = ['gateway', 'libs', 'services', 'tools'];
const SOURCE_FILES = ['nx.json', 'package-lock.json', 'tsconfig.base.json'];

function digestOfSources() {
  const hash = createHash('sha256');
  const folders = SOURCE_FOLDERS.flatMap((folder) => [...sources(folder)]);
  for (const path of [...folders, ...SOURCE_FILES].sort()) {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

const outputs = () =>
  readdirSync(join(root, 'dist'), { recursive: true })
    .filter((path) => path.includes(sep))
    .sort();

const stamp = (digest) => JSON.stringify({ digest, outputs: outputs() });

/**
 * Builds if sources changed. Comparing them takes a tenth of Nx's time, which every `fsm` command would
 * wait for.
 */
async function build({ announce }) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const digest = digestOfSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp(digest)) return;
  if (announce) process.stderr.write('Building what changed\n');
  const { code, output } = await run([programOf('nx'), 'run-many', '-t', 'build'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (code !== 0) {
    process.stderr.write(output);
    throw new Refusal('The build failed; see above.');
  }
  writeFileSync(stampFile, stamp(digest));
}

/**
 * Runs in this process, so that signals and exit codes pass through, and in the caller's folder, which npm
 * has left.
 */
async function runInThisProcess(name, args) {
  const main = join(root, 'dist', name, 'main.js');
  const { INIT_CWD: typedIn, npm_lifecycle_event: script } = process.env;
  // Without npm, INIT_CWD may come from an outer npm.
  if (typedIn && script === process.argv[2]) process.chdir(typedIn);
  process.argv = [process.execPath, main, ...args];
  process.env.NODE_ENV ??= 'production';
  process.setSourceMapsEnabled(true);
  createRequire(import.meta.url)(main);
}

/** The parent exits at once, so Nx does not find the program; standard input is the parent's descriptor 3. */
const LEAVE = `
  const { spawn } = require('node:child_process');
  const stdio = [3, 'inherit', 'inherit'];
  spawn(process.execPath, process.argv.slice(1), { stdio, detached: true }).unref();
`;

/**
 * Nx kills all descendants of a task, PostgreSQL's first. So the program is no descendant, and stops when
 * its standard input closes.
 */
async function standInFor(name, args) {
  const main = join(root, 'dist', name, 'main.js');
  const own = { FSM_PARENT_PIPE: '1', npm_lifecycle_event: '' };
  const env = { NODE_ENV: 'production', ...process.env, ...own };
  const child = spawn(
    process.execPath,
    ['-e', LEAVE, '--', '--enable-source-maps', main, ...args],
    {
      cwd: root,
      env,
      // Node.js closes standard input when the child ends, but not descriptor 3.
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
      detached: true,
    },
  );
  let isTold = false;
  const stop = () => {
    isTold = true;
    child.stdio[3].destroy();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  child.stdout.pipe(process.stdout);
  // Standard output stays open until the program ends.
  await new Promise((resolve) => child.stdout.once('close', resolve));
  if (!isTold) process.exitCode = 1;
}

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/** Low priority, because nothing here has a deadline. */
const STYLE = {
  what: 'lint, types',
  // One run for all projects, so that shared code is checked once.
  args: ['run-many', '-t', 'lint', 'typecheck', '--batch'],
  priority: PRIORITY_LOW,
};
const DOCUMENTS = {
  what: 'format, the API document',
  args: ['run-many', '-t', 'format-all', 'lint-openapi'],
  priority: PRIORITY_LOW,
};
/** Hundreds of processes would each read this file, and none needs it; image builds do. */
const NO_AUTHORITIES = { NODE_EXTRA_CA_CERTS: '' };
/** Nx must resolve their build dependencies, so they cannot join the batch. */
const BUILD_TEST_PROJECTS = ['image-builder', 'mcp', 'sdk'];
const TESTS = {
  what: 'unit and integration tests',
  args: ['run-many', '-t', 'test', '--batch', '--exclude', BUILD_TEST_PROJECTS.join(',')],
  env: NO_AUTHORITIES,
};
const TESTS_OF_BUILDS = {
  what: 'tests of what is built',
  args: ['run-many', '-t', 'test', '--batch', '--projects', BUILD_TEST_PROJECTS.join(',')],
  priority: PRIORITY_BELOW_NORMAL,
};
const END_TO_END = {
  what: 'end-to-end tests, and those in a browser',
  args: ['run-many', '-t', ...partsOfEndToEnd(), '--batch'],
  env: NO_AUTHORITIES,
};

function partsOfEndToEnd() {
  const { targets } = JSON.parse(readFileSync(join(root, 'tools/e2e/project.json'), 'utf8'));
  return Object.keys(targets).filter((name) => targets[name].options?.tests);
}

async function passes(check) {
  const { what, args, priority, env } = check;
  const isShownAsItGoes = check === TESTS;
  if (isShownAsItGoes) process.stdout.write(`\n${what}\n`);
  const { code, output } = await run([programOf('nx'), ...args], {
    stdio: isShownAsItGoes ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...nxEnv, CI: '1', ...env },
    priority,
  });
  if (!isShownAsItGoes) process.stdout.write(`\n${what}\n${output}`);
  return code === 0;
}

async function fetchServers() {
  const { code } = await run([join(root, 'libs/testing/fetch-servers.cjs')], { stdio: 'inherit' });
  if (code !== 0) throw new Refusal('Could not fetch a server that the tests need.');
}

async function test() {
  await build({ announce: true });
  await fetchServers();
  const failed = [];
  const inTurn = async (...checks) => {
    for (const check of checks) if (!(await passes(check))) failed.push(check.what);
  };
  // In turn: browsers beside unit tests wait ten times as long for a processor, and miss their deadlines.
  await Promise.all([inTurn(TESTS, END_TO_END), inTurn(TESTS_OF_BUILDS, STYLE, DOCUMENTS)]);
  if (failed.length > 0) throw new Refusal(`Failed: ${failed.join('; ')}.`);
}

const COMMANDS = {
  async start(args) {
    await build({ announce: true });
    // Watched builds invalidate the recorded build.
    if (args.some((each) => each.startsWith('--watch'))) rmSync(stampFile);
    await runInThisProcess('launcher', args);
  },
  async serve([name, ...args]) {
    await build({ announce: true });
    rmSync(stampFile);
    await standInFor('launcher', ['--watch', name, ...args]);
  },
  test,
  async fsm(args) {
    await build({ announce: false });
    await runInThisProcess('fsm', args);
  },
  async bench(args) {
    await build({ announce: true });
    // The benchmark's platform generates its own secrets.
    process.env = environment();
    await runInThisProcess('bench', args);
  },
  async mcp(args) {
    await build({ announce: false });
    await runInThisProcess('mcp', args);
  },
  async images(args) {
    await build({ announce: true });
    process.env = environment();
    await runInThisProcess('image-builder', args);
  },
};

const [name, ...args] = process.argv.slice(2);
try {
  requireNode();
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (!command) throw new Refusal(`Usage: node tools/run.mjs ${Object.keys(COMMANDS).join('|')}`);
  await install();
  await command(args);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
