import { existsSync } from 'node:fs';
import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, on Linux; in a container it often holds next to nothing. */
const IN_MEMORY = '/dev/shm';

/** Bytes: a run of all tests makes some hundreds of databases, of nine megabytes each. */
const ROOM = 6 * 2 ** 30;

/**
 * A new folder for data that goes with the run. It is in memory where that has room for it twice over:
 * on a disk, a database takes five times the processor time to be made.
 */
export async function throwAwayFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await hasRoomInMemory()) ? IN_MEMORY : tmpdir(), prefix));
}

async function hasRoomInMemory(): Promise<boolean> {
  if (!existsSync(IN_MEMORY) || process.availableMemory() < 2 * ROOM) return false;
  const { bavail, bsize } = await statfs(IN_MEMORY);
  return bavail * bsize >= ROOM;
}
