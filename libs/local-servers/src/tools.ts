import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { programEnvironment } from './environments';
import { unpackDebianProgram, type DebianProgram } from './debian-packages';

/** A program that some tests need, and that a machine may lack. */
export interface Tool extends DebianProgram {
  readonly name: string;
  /** What only a program of use takes. */
  readonly tried: readonly string[];
}

/** A program by its variable (KUBECTL_BIN), on the PATH, or as it was fetched into the cache. */
export const findTool = (cache: string, { name, tried }: Tool): string | undefined =>
  [process.env[`${name.toUpperCase()}_BIN`], name, join(cache, name)].find(
    (program) =>
      program !== undefined &&
      spawnSync(program, tried, { stdio: 'ignore', env: programEnvironment() }).status === 0,
  );

/** Unpacks the packages of Debian's stable release into the cache of what is not there. */
export async function fetchTools(cache: string, tools: readonly Tool[]): Promise<void> {
  for (const tool of tools) {
    if (findTool(cache, tool)) continue;
    try {
      await unpackDebianProgram(join(cache, tool.name), tool);
    } catch {
      // No apt-get, no network, another processor: the tests say what is left out.
    }
  }
}
