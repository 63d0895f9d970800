import { chmodSync, copyFileSync, mkdirSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findSharedFiles, listProcessFiles } from './process-files';

/** A fixed time makes the files reproducible. */
const AT = new Date(0);

/**
 * Copies files that all processes load into `shared`, others into a folder per process; an image is both
 * together.
 */
export async function collectFiles(
  root: string,
  out: string,
  processes: readonly string[],
): Promise<void> {
  const files: string[][] = [];
  for (const process of processes) files.push(await listProcessFiles(root, process));
  const shared = new Set(findSharedFiles(files));
  const folders = new Set<string>();
  const copy = (path: string, folder: string, name: string): void => {
    const target = join(out, folder, name);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, path), target);
    chmodSync(target, 0o644);
    utimesSync(target, AT, AT);
    for (let above = dirname(target); above !== out; above = dirname(above)) folders.add(above);
  };
  for (const path of shared) copy(path, 'shared', path);
  for (const [index, process] of processes.entries()) {
    const own = (files[index] ?? []).filter((path) => !shared.has(path));
    for (const path of own) copy(path, process, path.replace(`dist/${process}/`, ''));
  }
  for (const folder of folders) {
    chmodSync(folder, 0o755);
    utimesSync(folder, AT, AT);
  }
}
