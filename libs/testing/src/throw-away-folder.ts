import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, on Linux; in a container it often holds next to nothing. */
const IN_MEMORY = '/dev/shm';

/** Bytes: a run of all tests makes some hundreds of databases, of nine megabytes each, and fifty servers. */
const ROOM = 6 * 2 ** 30;

export interface ThrowAwayFolder {
  readonly path: string;
  /** Ends the servers of the run, and removes all that is in the folder. */
  remove(): Promise<void>;
}

/**
 * A new folder for all that a run throws away. It is in memory where that has room for it twice over: on a
 * disk, a database takes five times the processor time to be made, and the tests of the launcher, which
 * start servers again and again, twice as much.
 *
 * @param guard program that ends the servers and removes the folder, whatever becomes of the run
 */
export async function throwAwayFolder(guard: string): Promise<ThrowAwayFolder> {
  // The path is in logs that are searched for what tests use: no word of theirs.
  const path = await mkdtemp(join((await hasRoomInMemory()) ? IN_MEMORY : tmpdir(), 'fsm-run-'));
  // Where root runs the tests, PostgreSQL is another user.
  await chmod(path, 0o711);
  const ending = spawn(process.execPath, [guard, path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  return {
    path,
    async remove() {
      ending.stdin.end();
      if (ending.exitCode === null) await once(ending, 'exit');
    },
  };
}

async function hasRoomInMemory(): Promise<boolean> {
  if (!existsSync(IN_MEMORY) || process.availableMemory() < 2 * ROOM) return false;
  const { bavail, bsize } = await statfs(IN_MEMORY);
  return bavail * bsize >= ROOM && (await mayRunPrograms());
}

/** Tests run programs that they write; in a container, nothing may be run from there. */
async function mayRunPrograms(): Promise<boolean> {
  const mounts = (await readFile('/proc/mounts', 'utf8'))
    .split('\n')
    .map((line) => line.split(' '));
  return !mounts.some(
    ([, place, , options]) => place === IN_MEMORY && options?.split(',').includes('noexec'),
  );
}
