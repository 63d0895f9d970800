// What the scripts of package.json call, before anything is installed: plain Node, no packages.
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

/** Told to processes of the platform and to the operator's command line; what is run from here needs none of it. */
const OF_PROCESSES =
  /^(?:(?:FSM_)?ADMIN_TOKEN|FSM_API_KEY|ENCRYPTION_KEY|INTERNAL_SECRET|GEOCODER_(?:API_KEY|URL)|OTEL_\w+|(?:NATS|REDIS|SMTP)_URL|(?:\w+_)?DATABASE_URL)$/;

/** What packages, builds and tests learn of this process's environment: also how to reach a registry. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_PROCESSES.test(name)));

class Refusal extends Error {}

/** Whether a range of releases such as `^20.19.3` or `>=24.0.0` has this one. */
function isIn(range) {
  const [, sign, ...least] = /^(\^|>=)(\d+)\.(\d+)\.(\d+)$/.exec(range);
  const order = process.versions.node.localeCompare(least.join('.'), 'en', { numeric: true });
  return order >= 0 && (sign === '>=' || process.versions.node.startsWith(`${least[0]}.`));
}

function requireNode() {
  const { node } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines;
  if (node.split(' || ').some(isIn)) return;
  throw new Refusal(`Node.js ${node} is needed; this is ${process.version}.`);
}

/**
 * Runs a Node program to its end, which comes early when this process is told to stop.
 *
 * @param priority of it, and of what it starts, for processors that others want, too
 */
function run(args, { stdio, env = nxEnv, priority = constants.priority.PRIORITY_NORMAL }) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...environment(), ...env },
    stdio,
  });
  // Nobody but root may raise what is low already.
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

/** The file of a package's program, where the package itself says that it is. */
function programOf(name) {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}

/** Whether node_modules holds what the lock file asks for, by npm's own record of what it installed. */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { packages: installed } = JSON.parse(readFileSync(record, 'utf8'));
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true;
    const have = installed[path];
    // A package for another platform is in the lock file, and rightly absent.
    if (!have) return optional === true;
    // The folder may be another machine's: builds of images for several platforms share one.
    if (!isForThisPlatform(have)) return false;
    return have.version === version && have.integrity === integrity;
  });
}

const isForThisPlatform = ({ os = [process.platform], cpu = [process.arch] }) =>
  isNamed(os, process.platform) && isNamed(cpu, process.arch);

/** Whether a list such as `["linux", "darwin"]`, or `["!win32"]`, admits a name. */
const isNamed = (names, name) =>
  names.includes(name) || (!names.includes(`!${name}`) && names.some((each) => each[0] === '!'));

/** npm's own program: the one that runs this script, or the one that came with this Node.js. */
const npmProgram = () =>
  process.env.npm_execpath ??
  join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js');

async function install() {
  if (isInstalled()) return;
  process.stderr.write('Installing packages (npm ci)\n');
  // NODE_ENV=production would leave out what builds need; standard output belongs to the command that follows.
  const { code } = await run([npmProgram(), 'ci', '--include=dev'], { stdio: ['ignore', 2, 2] });
  if (code !== 0) throw new Refusal('npm ci failed; its messages stand above.');
}

/** Every file that a build reads. */
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

/** Every file that a build left. */
const outputs = () =>
  readdirSync(join(root, 'dist'), { recursive: true })
    .filter((path) => path.includes(sep))
    .sort();

/** The sources and outputs of the last complete build, in the form in which they are recorded. */
const stamp = (digest) => JSON.stringify({ digest, outputs: outputs() });

/**
 * Builds what changed. Reading all sources takes a tenth of the time that Nx needs to find out that
 * nothing changed, and the operator's command line starts this way each time.
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
    throw new Refusal('The build failed; its messages stand above.');
  }
  writeFileSync(stampFile, stamp(digest));
}

/**
 * Runs a built program in this very process, so that signals and exit codes are its own, and in the
 * folder where the command was typed: npm has left it for the repository's.
 */
async function runInThisProcess(name, args) {
  const main = join(root, 'dist', name, 'main.js');
  const { INIT_CWD: typedIn, npm_lifecycle_event: script } = process.env;
  // Without npm, the folder is the right one, and the variable perhaps that of an npm further up.
  if (typedIn && script === process.argv[2]) process.chdir(typedIn);
  process.argv = [process.execPath, main, ...args];
  process.env.NODE_ENV ??= 'production';
  // Stack traces name the lines of the sources.
  process.setSourceMapsEnabled(true);
  createRequire(import.meta.url)(main);
}

/** Starts a program whose parent ends at once; its standard input is the parent's descriptor 3. */
const LEAVE = `
  const { spawn } = require('node:child_process');
  const stdio = [3, 'inherit', 'inherit'];
  spawn(process.execPath, process.argv.slice(1), { stdio, detached: true }).unref();
`;

/**
 * Runs a built program for Nx, which ends a task by killing all that descends from it, PostgreSQL's
 * own processes first: the program is nobody's child, and stops by itself when its standard input
 * closes, because this process was told to stop or is gone.
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
      // What Node.js closes as soon as the child has ended is its standard input alone.
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
  // Ends with the program, which has it from its parent.
  await new Promise((resolve) => child.stdout.once('close', resolve));
  if (!isTold) process.exitCode = 1;
}

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/** Nothing in it has a deadline: it has a processor where nobody else wants it. */
const STYLE = {
  what: 'lint, types',
  // Of all projects that are not in the cache in one go: what they share is read and checked once.
  args: ['run-many', '-t', 'lint', 'typecheck', '--batch'],
  priority: PRIORITY_LOW,
};
const DOCUMENTS = {
  what: 'format, the API document',
  args: ['run-many', '-t', 'format-all', 'lint-openapi'],
  priority: PRIORITY_LOW,
};
/**
 * Each of hundreds of processes would read that file at its start, which takes longer than the start itself, and none
 * of them asks anybody who has a certificate of these authorities. Images ask for packages.
 */
const NO_AUTHORITIES = { NODE_EXTRA_CA_CERTS: '' };
/** Their tests begin with what is built, which Nx has to look at before it puts them with others. */
const OF_BUILDS = ['image-builder', 'mcp', 'sdk'];
/** There are most of them, so that they are shown as they go; others are as a whole. */
const TESTS = {
  what: 'unit and integration tests',
  // Of all projects that are not in the cache in one run of Jest.
  args: ['run-many', '-t', 'test', '--batch', '--exclude', OF_BUILDS.join(',')],
  env: NO_AUTHORITIES,
};
const TESTS_OF_BUILDS = {
  what: 'tests of what is built',
  args: ['run-many', '-t', 'test', '--batch', '--projects', OF_BUILDS.join(',')],
  priority: PRIORITY_BELOW_NORMAL,
};
/**
 * All on one platform, in one run of Jest; which of them a change concerns is in tools/e2e/README.md.
 * Whole platforms start among the others, many processes at once, and tests of them wait for half a minute:
 * the tests of single processes, which are to be quick, come first.
 */
const END_TO_END = {
  what: 'end-to-end tests, and those in a browser',
  args: ['run-many', '-t', ...partsOfEndToEnd(), '--batch'],
  env: NO_AUTHORITIES,
  priority: PRIORITY_BELOW_NORMAL,
};

/** The targets of the end-to-end tests, which are parts of one project. */
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
  if (code !== 0) throw new Refusal('Tests need that server.');
}

async function test() {
  // Once, for all of those that follow.
  await build({ announce: true });
  await fetchServers();
  const failed = [];
  const inTurn = async (...checks) => {
    for (const check of checks) if (!(await passes(check))) failed.push(check.what);
  };
  // Two runs of tests for two processors, and what fills the gaps in which both wait for something.
  await Promise.all([inTurn(TESTS), inTurn(END_TO_END), inTurn(TESTS_OF_BUILDS, STYLE, DOCUMENTS)]);
  if (failed.length > 0) throw new Refusal(`Failed: ${failed.join('; ')}.`);
}

const COMMANDS = {
  async start(args) {
    await build({ announce: true });
    // What is built while it is saved is not what the stamp tells of.
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
    // Its platform has secrets of its own, and the load that it starts needs none.
    process.env = environment();
    await runInThisProcess('bench', args);
  },
  async mcp(args) {
    await build({ announce: false });
    await runInThisProcess('mcp', args);
  },
  async images(args) {
    await build({ announce: true });
    // The programs that build images are started with what this process knows.
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
