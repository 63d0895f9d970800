import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from '../src/data-folder';
import { LaunchError } from '../src/launch-error';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'data-folder-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function refusal(path: string): string {
  try {
    openDataFolder(path);
  } catch (error) {
    expect(error).toBeInstanceOf(LaunchError);
    return (error as Error).message;
  }
  throw new Error(`${path} was taken.`);
}

it('is created with what is above it, for its owner alone, and left empty', () => {
  const path = join(dir, 'a/b');

  openDataFolder(path);

  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(readdirSync(path)).toEqual([]);
});

it('is no file, nor below one', () => {
  const file = join(dir, 'file');
  writeFileSync(file, 'mine');

  expect(refusal(file)).toBe(`${file} is not a folder.`);
  expect(refusal(join(file, 'below/it'))).toBe(`${file} is not a folder.`);
});

it('is no link that leads nowhere, nor below one', () => {
  const link = join(dir, 'link');
  symlinkSync(join(dir, 'nowhere'), link);

  expect(refusal(link)).toBe(`${link} is a broken link.`);
  expect(refusal(join(link, 'below'))).toBe(`${link} is a broken link.`);
});

it('is no link that leads in a circle', () => {
  const link = join(dir, 'circle');
  symlinkSync(link, link);

  expect(refusal(link)).toBe(`${link} cannot be written: its path leads in a circle.`);
});

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('is not below /proc, which is found out at once', () => {
  expect(refusal('/proc/fsm/data')).toBe('/proc/fsm cannot be created: /proc takes no folders.');
  expect(refusal('/proc')).toBe('/proc is not writable.');
});

onLinux('is not on a full disk', () => {
  symlinkSync('/dev/full', join(dir, 'room.draft'));

  expect(refusal(dir)).toBe(`${join(dir, 'room.draft')} cannot be written: the disk is full.`);
});

onLinux('tells of a disk that has become full', () => {
  const folder = openDataFolder(dir);
  symlinkSync('/dev/full', join(dir, 'run.json.draft'));

  expect(() => folder.write('run.json', {})).toThrow(
    `${join(dir, 'run.json.draft')} cannot be written: the disk is full.`,
  );
});

/** False if this process may not mount. */
function mounted(options: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'none', dir], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('on a file system of its own, where one can be mounted', () => {
  afterEach(() => execFileSync('umount', [dir], { stdio: 'ignore' }));
  const canMount = ((): boolean => {
    dir = mkdtempSync(join(tmpdir(), 'data-folder-'));
    const can = mounted('size=64k');
    if (can) execFileSync('umount', [dir]);
    rmSync(dir, { recursive: true });
    return can;
  })();
  const whereMounted = canMount ? it : it.skip;

  whereMounted.each([
    ['size=64k', 'the disk is full'],
    ['ro', 'it is read-only'],
  ])('with %s, %s', (options, problem) => {
    mounted(options);

    expect(refusal(dir)).toBe(`${join(dir, 'room.draft')} cannot be written: ${problem}.`);
  });

  whereMounted('cannot be created on one that is read-only', () => {
    mounted('ro');

    const path = join(dir, 'data');
    expect(refusal(path)).toBe(`${path} cannot be written: it is read-only.`);
  });
});

const asNobody = process.getuid?.() === 0 ? it.skip : it;

asNobody('is not where permission is denied', () => {
  chmodSync(dir, 0o500);
  const path = join(dir, 'data');

  expect(refusal(path)).toBe(`${path} cannot be written: permission is denied.`);
  expect(refusal(dir)).toContain('permission is denied');
});

it('reads what it wrote', () => {
  mkdirSync(join(dir, 'data'));
  const folder = openDataFolder(join(dir, 'data'));
  folder.write('demo.json', { apiKey: null });

  expect(folder.read('demo.json')).toEqual({ apiKey: null });
});
