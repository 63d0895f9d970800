import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
let repository: string;

/** Ignores the developer's own Git settings. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
};

function git(...args: string[]) {
  const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@acme.example'];
  return spawnSync('git', [...who, ...args], { cwd: repository, env, encoding: 'utf8' });
}

function commit(message: string) {
  writeFileSync(join(repository, 'said.txt'), message);
  git('add', 'said.txt');
  return git('commit', '-m', message);
}

const install = (...args: string[]) =>
  spawnSync(process.execPath, [join(repository, 'tools/hooks/install.mjs'), ...args], {
    env,
    encoding: 'utf8',
  });

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'hooks-'));
  cpSync(join(root, 'tools/hooks'), join(repository, 'tools/hooks'), { recursive: true });
  cpSync(join(root, '.oxfmtrc.json'), join(repository, '.oxfmtrc.json'));
  symlinkSync(join(root, 'node_modules'), join(repository, 'node_modules'));
  git('init', '--quiet');
  install();
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

it.each([
  "fix(jobs): it's a stale version that is refused",
  'docs: no full stop',
  'perf(outbox,inventory): fewer statements',
])('takes the message %j', (message) => {
  expect(commit(message)).toMatchObject({ status: 0 });
});

it.each([
  'Mend it',
  'fix(jobs):mend it',
  'fix: mended.',
  'mend(jobs): it',
  `fix: ${'x'.repeat(140)}`,
])('refuses the message %j, and says how it should be', (message) => {
  const { status, stderr } = commit(message);

  expect(status).toBe(1);
  expect(stderr).toContain('kind(project): what is true now');
});

describe('install.mjs', () => {
  const hooksPath = () => git('config', '--local', 'core.hooksPath').stdout.trim();
  afterEach(() => install());

  it('shows its usage, and changes nothing', () => {
    install('--remove');
    expect(hooksPath()).toBe('');

    expect(install('--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--remove'),
    });
    expect(hooksPath()).toBe('');
  });

  it('removes the hooks, also where there are none', () => {
    const removed = { status: 0, stdout: 'The hooks are removed.\n', stderr: '' };
    expect(install('--remove')).toMatchObject(removed);
    expect(install('--remove')).toMatchObject(removed);
    expect(hooksPath()).toBe('');
  });

  it.each(['--uninstall', 'remove'])('refuses %s', (argument) => {
    install('--remove');

    expect(install(argument)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(argument),
    });
    expect(hooksPath()).toBe('');
  });
});

it('refuses a file that is not formatted, unless it is asked not to look', () => {
  writeFileSync(join(repository, 'odd.ts'), 'export const odd   = "x"\n');
  git('add', 'odd.ts');

  expect(git('commit', '-m', 'fix: odd')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('odd.ts'),
  });
  expect(git('commit', '--no-verify', '-m', 'odd')).toMatchObject({ status: 0 });
});
