import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FETCH_MS = 120_000;

/** The first release that keeps the named statements of its clients in transaction mode. */
const LEAST = [1, 21];

/** Where `npm start` keeps the servers that it had to fetch. */
const CACHE = resolve(__dirname, '../../../.data/bin');

const DEBIAN = 'trixie';
/** The program, and what it loads: Debian's stable release may be newer than this machine's. */
const PACKAGES = [
  'pgbouncer',
  'libaudit1',
  'libc6',
  'libcap-ng0',
  'libcap2',
  'libcares2',
  'libevent-2.1-7t64',
  'libpam0g',
  'libssl3t64',
  'libsystemd0',
  'libzstd1',
  'zlib1g',
];

/**
 * A PgBouncer that is new enough: PGBOUNCER_BIN, the PATH, or Debian's package unpacked into `.data`
 * without installing it. Undefined where there is none to be had.
 */
export async function findPgBouncer(): Promise<string | undefined> {
  const fetched = join(CACHE, 'pgbouncer');
  for (const program of [process.env['PGBOUNCER_BIN'], 'pgbouncer', fetched]) {
    if (program && (await isNewEnough(program))) return program;
  }
  try {
    await fetchDebianPackages(fetched);
    return fetched;
  } catch {
    // No apt-get, no network, another processor: whoever asks says what is left out.
    return undefined;
  }
}

async function isNewEnough(program: string): Promise<boolean> {
  try {
    const { stdout } = await run(program, ['--version']);
    const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
    const [leastMajor = 0, leastMinor = 0] = LEAST;
    return Number(major) > leastMajor || Number(minor) >= leastMinor;
  } catch {
    return false;
  }
}

async function fetchDebianPackages(program: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'fetch-'));
  try {
    const lists = join(folder, 'lists');
    await mkdir(join(lists, 'partial'), { recursive: true });
    const sources = join(folder, 'debian.list');
    const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
    await writeFile(
      sources,
      `deb [signed-by=${keys}] http://deb.debian.org/debian ${DEBIAN} main\n`,
    );
    const apt = (...args: readonly string[]) =>
      run(
        'apt-get',
        [
          ...['-o', `Dir::Etc::sourcelist=${sources}`, '-o', 'Dir::Etc::sourceparts=/dev/null'],
          ...['-o', `Dir::State::lists=${lists}`, ...args],
        ],
        { cwd: folder, timeout: FETCH_MS },
      );
    await apt('update');
    await apt('download', ...PACKAGES);
    const unpacked = join(folder, 'unpacked');
    for (const name of await readdir(folder)) {
      if (name.endsWith('.deb')) await run('dpkg-deb', ['-x', join(folder, name), unpacked]);
    }
    await keep(unpacked, program);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs that fetch at the same time end with the same files. */
async function keep(unpacked: string, program: string): Promise<void> {
  const home = `${program}-files`;
  if (!existsSync(home)) await rename(unpacked, home);
  const [loader] = (await readdir(join(home, 'usr/lib64'))).filter((name) =>
    name.startsWith('ld-'),
  );
  const libraries = (await readdir(join(home, 'usr/lib'))).filter((name) =>
    name.endsWith('-linux-gnu'),
  );
  const draft = `${program}.${process.pid}`;
  await writeFile(
    draft,
    `#!/bin/sh
home="$0-files/usr"
exec "$home/lib64/${loader}" --library-path "$home/lib/${libraries[0]}" "$home/sbin/pgbouncer" "$@"
`,
  );
  await chmod(draft, 0o755);
  await rename(draft, program);
}
