import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux only; containers often limit it. */
const IN_MEMORY = '/dev/shm';

/** A full run creates hundreds of databases of 9 MB. */
const ROOM = 6 * 2 ** 30;

/**
 * In memory if that has twice the room: on disk, creating a database takes five times the processor time.
 * @param guard ends the servers and removes the folder, even if the run is killed
 */
export async function throwAwayFolder(guard: string) {
  // Tests search logs for words, and the path is in the logs.
  const path = await mkdtemp(join((await hasRoomInMemory()) ? IN_MEMORY : tmpdir(), 'fsm-run-'));
  // PostgreSQL runs as another user if tests run as root.
  await chmod(path, 0o711);
  const ending = spawn(process.execPath, [guard, path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  return {
    path,
    async remove(): Promise<void> {
      ending.stdin.end();
      if (ending.exitCode === null) await once(ending, 'exit');
    },
  };
}

async function hasRoomInMemory(): Promise<boolean> {
  if (!existsSync(IN_MEMORY) || process.availableMemory() < 2 * ROOM) return false;
  const { bavail, bsize } = await statfs(IN_MEMORY);
  return bavail * bsize >= ROOM && (await canRunPrograms());
}

/** Containers may mount it noexec. */
async function canRunPrograms(): Promise<boolean> {
  const mounts = (await readFile('/proc/mounts', 'utf8'))
    .split('\n')
    .map((line) => line.split(' '));
  return !mounts.some(
    ([, place, , options]) => place === IN_MEMORY && options?.split(',').includes('noexec'),
  );
}
