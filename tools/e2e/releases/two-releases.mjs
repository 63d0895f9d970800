// Builds the previous release and tests that both work on the same servers and data: `npx nx run
// e2e:two-releases`, or with `-- --before REVISION`.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const { before = lastRelease() } = parseArgs({ options: { before: { type: 'string' } } }).values;
if (!before) {
  process.stdout.write(
    'Skipped: no commit before this one has the tag of a release, such as v1.0.0.\n',
  );
  process.exit(0);
}

function lastRelease() {
  const args = ['describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^'];
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return stdout.trim() || undefined;
}

const packagesOf = (folder) =>
  JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;

function sharesPackages(folder) {
  const installed = packagesOf(root);
  return Object.entries(packagesOf(folder)).every(
    ([path, { version }]) => path === '' || installed[path]?.version === version,
  );
}

function programOf(folder, name) {
  const { bin } = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return join(folder, 'node_modules', name, typeof bin === 'string' ? bin : bin[name]);
}

function run(command, args, options) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${status}.`);
}

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'fsm-before-'));
try {
  const archive = execFileSync('git', ['archive', before], {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  if (sharesPackages(folder)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else run('npm', ['ci'], { cwd: folder });
  run(process.execPath, [programOf(folder, 'nx'), 'run-many', '-t', 'build'], {
    cwd: folder,
    // Nx sets variables that point to this repository.
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^NX_/.test(name))),
      NX_DAEMON: 'false',
      NX_TUI: 'false',
      NX_ISOLATE_PLUGINS: 'false',
    },
  });
  const config = join(root, 'tools/e2e/releases/jest.config.cjs');
  const jest = [programOf(root, 'jest'), '--config', config, '--runInBand'];
  run(process.execPath, jest, { cwd: root, env: { ...process.env, E2E_BEFORE: folder } });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
