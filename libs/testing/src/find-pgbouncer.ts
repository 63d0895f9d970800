import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { unpackDebianProgram, type DebianProgram } from '@svc/local-servers';

const run = promisify(execFile);

/** The first with prepared statements in transaction mode. */
const MIN_VERSION = [1, 21];

const CACHE = resolve(__dirname, '../../../.data/bin');

const PGBOUNCER: DebianProgram = {
  path: 'usr/sbin/pgbouncer',
  packages: [
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
  ],
};

/** PGBOUNCER_BIN, one on the PATH, or Debian's package unpacked into `.data`. */
export async function findPgBouncer(): Promise<string | undefined> {
  const fetched = join(CACHE, 'pgbouncer');
  for (const program of [process.env['PGBOUNCER_BIN'], 'pgbouncer', fetched]) {
    if (program && (await isNewEnough(program))) return program;
  }
  try {
    await unpackDebianProgram(fetched, PGBOUNCER);
    return fetched;
  } catch {
    // The caller reports what is skipped.
    return undefined;
  }
}

async function isNewEnough(program: string): Promise<boolean> {
  try {
    const { stdout } = await run(program, ['--version']);
    const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
    const [leastMajor = 0, leastMinor = 0] = MIN_VERSION;
    return Number(major) > leastMajor || Number(minor) >= leastMinor;
  } catch {
    return false;
  }
}
