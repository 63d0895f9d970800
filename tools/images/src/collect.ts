import { chmodSync, copyFileSync, mkdirSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesOf, heldByAll } from './process-files';

/** The same sources give the same files, whenever they are collected. */
const AT = new Date(0);

/**
 * Copies what each process loads into `out`: what all of them share into `shared`, the rest into a
 * folder of the process's name. One above the other, they are what its image holds.
 */
export async function collect(
  root: string,
  out: string,
  processes: readonly string[],
): Promise<void> {
  const files: string[][] = [];
  for (const process of processes) files.push(await filesOf(root, process));
  const shared = new Set(heldByAll(files));
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
