// What the scripts of package.json call, before anything is installed: plain Node, no packages.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const LEAST_NODE = [20, 19];
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = join(root, 'dist/.built-from');

const nxEnv = {
  NX_DAEMON: 'false',
  NX_NO_CLOUD: 'true',
  NX_TUI: 'false',
  NX_ISOLATE_PLUGINS: 'false',
};

class Refusal extends Error {}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = LEAST_NODE;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new Refusal(
    `Node.js ${LEAST_NODE.join('.')} or newer is needed; this is ${process.version}.`,
  );
}

/** Runs a program to its end and answers its exit code and, unless it was shown, its output. */
function run(program, args, { show = false, env = {} } = {}) {
  // What is shown goes to standard error: standard output belongs to the command that follows.
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', show ? 2 : 'pipe', show ? 2 : 'pipe'],
  });
  const output = [];
  child.stdout?.on('data', (chunk) => output.push(chunk));
  child.stderr?.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(output).toString() }),
    );
  });
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
    return have.version === version && have.integrity === integrity;
  });
}

async function install() {
  if (isInstalled()) return;
  process.stderr.write('Installing packages (npm ci)\n');
  const npm = process.env.npm_execpath;
  const [program, ...args] = npm ? [process.execPath, npm, 'ci'] : ['npm', 'ci'];
  const { code } = await run(program, args, { show: true });
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

/** Programs that a build left in dist. */
const builtPrograms = () =>
  readdirSync(join(root, 'dist'))
    .filter((name) => existsSync(join(root, 'dist', name, 'main.js')))
    .sort();

/** The sources and programs of the last complete build, in the form in which they are recorded. */
const stamp = (digest) => JSON.stringify({ digest, programs: builtPrograms() });

/**
 * Builds what changed. Reading all sources takes a tenth of the time that Nx needs to find out that
 * nothing changed, and the operator's command line starts this way each time.
 */
async function build({ announce }) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const digest = digestOfSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp(digest)) return;
  if (announce) process.stderr.write('Building what changed\n');
  const nx = join(root, 'node_modules/nx/bin/nx.js');
  const { code, output } = await run(process.execPath, [nx, 'run-many', '-t', 'build'], {
    env: nxEnv,
  });
  if (code !== 0) {
    process.stderr.write(output);
    throw new Refusal('The build failed; its messages stand above.');
  }
  writeFileSync(stampFile, stamp(digest));
}

/** Runs a built program in this very process, so that signals and exit codes are its own. */
async function become(name, args) {
  const main = join(root, 'dist', name, 'main.js');
  process.argv = [process.execPath, main, ...args];
  process.env.NODE_ENV ??= 'production';
  createRequire(import.meta.url)(main);
}

const CHECKS = [
  ['format', 'prettier/bin/prettier.cjs', ['--check', '.']],
  [
    'lint, types, unit and integration tests, builds',
    'nx/bin/nx.js',
    ['run-many', '-t', 'lint', 'lint-openapi', 'typecheck', 'test', 'build'],
  ],
  ['end-to-end tests', 'nx/bin/nx.js', ['run-many', '-t', 'e2e', '--parallel', '1']],
];

async function test() {
  for (const [what, program, args] of CHECKS) {
    process.stdout.write(`\n${what}\n`);
    const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd: root,
      env: { ...process.env, ...nxEnv, CI: '1' },
      stdio: 'inherit',
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Refusal(`Failed: ${what}.`);
  }
}

const COMMANDS = {
  async start(args) {
    await build({ announce: true });
    await become('launcher', args);
  },
  test,
  async fsm(args) {
    await build({ announce: false });
    await become('fsm', args);
  },
  async bench(args) {
    await build({ announce: true });
    await become('bench', args);
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
