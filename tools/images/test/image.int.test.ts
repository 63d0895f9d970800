import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@svc/local-servers';
import {
  claimTestNats,
  createInternalEnvironment,
  createTestDatabase,
  eventually,
} from '@svc/testing';
import { request } from 'undici';
import { buildArguments, getImageName } from '../src/builders';
import { collectFiles } from '../src/collect';
import { makeBaseImage } from './base-image';

const ROOT = join(__dirname, '../../..');
const BASE = 'localhost/node-base';
const IMAGE = { process: 'customers', tag: 'test' } as const;
const MAX_BYTES_ABOVE_BASE = 80_000_000;
/** Two minutes alone, more beside other tests. */
const BUILD_MS = 20 * 60_000;

// Rootless builders need machine settings that a test does not change.
const isThere =
  process.getuid?.() === 0 && spawnSync('buildah', ['--version'], { stdio: 'ignore' }).status === 0;
if (!isThere) process.stderr.write('skipped: there is no buildah, or no root to run it\n');

(isThere ? describe : describe.skip)('an image that is built', () => {
  const store = mkdtempSync(join(tmpdir(), 'image-test-'));
  const children: ChildProcess[] = [];
  let root: string;

  const buildah = (...args: readonly string[]): string =>
    execFileSync(
      'buildah',
      ['--root', join(store, 'root'), '--runroot', join(store, 'run'), ...args],
      {
        cwd: ROOT,
        encoding: 'utf8',
        // A fresh TMPDIR holds no packages of earlier builds.
        env: { ...process.env, BUILDAH_ISOLATION: 'chroot', TMPDIR: join(store, 'tmp') },
        stdio: ['ignore', 'pipe', 'pipe'],
        maxBuffer: 64 * 1024 * 1024,
      },
    ).trim();

  beforeAll(() => {
    mkdirSync(join(store, 'tmp'));
    makeBaseImage(buildah, BASE);
    buildah(
      ...buildArguments('buildah', { ...IMAGE, version: '1.2.3', revision: 'a1b2c3d', base: BASE }),
    );
    root = buildah('mount', buildah('from', getImageName(IMAGE)));
  }, BUILD_MS);

  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
    buildah('rm', '--all');
    buildah('rmi', '--all', '--force');
    rmSync(store, { recursive: true, force: true });
  }, 60_000);

  const told = () => {
    const { OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', getImageName(IMAGE))) as {
      readonly OCIv1: {
        readonly config: {
          readonly User: string;
          readonly Entrypoint: readonly string[];
          readonly Env: readonly string[];
          readonly WorkingDir: string;
          readonly Labels: Readonly<Record<string, string>>;
        };
      };
    };
    return OCIv1.config;
  };

  it('runs as user 10001, and says what it is', () => {
    const { User, Labels, Env } = told();

    expect(User).toBe('10001:10001');
    expect(Labels).toMatchObject({
      'org.opencontainers.image.title': 'customers',
      'org.opencontainers.image.version': '1.2.3',
      'org.opencontainers.image.revision': 'a1b2c3d',
    });
    expect(Env).toContain('FSM_REVISION=a1b2c3d');
  });

  it('is small, and holds the same files as the same sources give elsewhere', async () => {
    const elsewhere = join(store, 'files');
    // With one process, everything would count as shared.
    await collectFiles(ROOT, elsewhere, ['gateway', IMAGE.process]);

    const inside = digestsIn(join(root, 'app'));
    expect(inside).toEqual(digestsIn(join(elsewhere, 'shared'), join(elsewhere, IMAGE.process)));
    const bytes = Object.keys(inside).map((path) => statSync(join(root, 'app', path)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES_ABOVE_BASE);
  }, 600_000);

  it('starts on a root file system that it cannot write to', async () => {
    const { Entrypoint, Env, WorkingDir, User } = told();
    const { url, close } = await createTestDatabase({ context: IMAGE.process, migrations: [] });
    const metrics = await findFreePort();
    const child = spawn(
      'unshare',
      [
        ...['--mount', 'sh', '-c'],
        // Makes the root file system read-only, like Kubernetes.
        'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec /usr/sbin/chroot "$@"',
        ...['sh', root, `--userspec=${User}`, root, 'env', '-C', WorkingDir, ...Entrypoint],
      ],
      {
        env: {
          ...Object.fromEntries(Env.map((variable) => variable.split(/=(.*)/s).slice(0, 2))),
          DATABASE_URL: url,
          NATS_URL: claimTestNats().url,
          PORT: String(await findFreePort()),
          METRICS_PORT: String(metrics),
          ...createInternalEnvironment('customers'),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    children.push(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    const status = async (path: string): Promise<number> => {
      if (child.exitCode !== null) throw new Error(said);
      const { statusCode, body } = await request(`http://127.0.0.1:${metrics}${path}`);
      await body.dump();
      return statusCode;
    };

    await eventually(async () => expect(await status('/readyz')).toBe(200), { within: 60_000 });
    expect(await status('/livez')).toBe(200);

    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    await close();
  }, 120_000);
});

const digestsIn = (...folders: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    folders
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((path) => lstatSync(join(folder, path)).isFile())
          .map((path) => [
            path,
            createHash('sha256')
              .update(readFileSync(join(folder, path)))
              .digest('hex'),
          ]),
      )
      .sort(([one = ''], [other = '']) => one.localeCompare(other)),
  );
