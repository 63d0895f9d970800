import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, describeStorageProblem } from '../src';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'storage-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function errorOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It was written.');
}

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux.each([
  ['/dev/full', 'the disk is full', (path: string) => symlinkSync('/dev/full', path)],
  ['a folder', 'it is a folder', (path: string) => symlinkSync('/tmp', path)],
  ['a circle', 'its path leads in a circle', (path: string) => symlinkSync(path, path)],
])('names the file and says of %s: %s', (_, problem, make) => {
  const path = join(dir, 'file');
  make(path);

  expect(
    describeStorageProblem(
      errorOf(() => writeFileSync(path, 'x')),
      path,
    ),
  ).toBe(`${path} cannot be written: ${problem}.`);
});

it('says nothing of errors of another kind', () => {
  expect(describeStorageProblem(new Error('ENOSPC'))).toBeUndefined();
  expect(describeStorageProblem(undefined)).toBeUndefined();
});

const TMPFS_MIB = 128;

const canMount = ((): boolean => {
  const probe = mkdtempSync(join(tmpdir(), 'storage-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'none', probe], { stdio: 'ignore' });
    execFileSync('umount', [probe]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true });
  }
})();

(canMount ? describe : describe.skip)('PostgreSQL on a file system of its own', () => {
  const options = () => ({ dir, durable: true, password: 'secret' });
  const mount = (...more: string[]) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', more.join(','), 'none', dir]);
  afterEach(() => execFileSync('umount', ['-l', dir]));

  it('says that the disk is too small to begin with', async () => {
    mount('size=4m', 'mode=755');

    await expect(startPostgres(options())).rejects.toThrow(
      `PostgreSQL cannot be set up: ${dir} cannot be written: the disk is full.`,
    );
  }, 60_000);

  it('says that the disk has become full', async () => {
    mount(`size=${TMPFS_MIB}m`, 'mode=755');
    const server = await startPostgres(options());
    await server.stop();
    const { bavail, bsize } = statfsSync(dir);
    writeFileSync(join(dir, 'filler'), Buffer.alloc(bavail * bsize));
    await expect(startPostgres(options())).rejects.toThrow(
      `PostgreSQL did not start: ${join(dir, 'data')} cannot be written: the disk is full.`,
    );
  }, 120_000);
});
