import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { unpackDebianPackages } from './debian-packages';

const run = promisify(execFile);

/** The first release that keeps the named statements of its clients in transaction mode. */
const LEAST = [1, 21];

/** Where `npm start` keeps the servers that it had to fetch. */
const CACHE = resolve(__dirname, '../../../.data/bin');

/** The program, and what it loads: the libraries of this machine may be older. */
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
    const unpacked = unpackDebianPackages(PACKAGES, folder);
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
