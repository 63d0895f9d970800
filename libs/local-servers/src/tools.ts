import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { programEnvironment } from './environments';
import { unpackDebianProgram, type DebianProgram } from './debian-packages';

export interface Tool extends DebianProgram {
  readonly name: string;
  /** Arguments that only a working program accepts. */
  readonly probeArguments: readonly string[];
}

export const findTool = (
  cache: string,
  { name, probeArguments: tried }: Tool,
): string | undefined =>
  [process.env[`${name.toUpperCase()}_BIN`], name, join(cache, name)].find(
    (program) =>
      program !== undefined &&
      spawnSync(program, tried, { stdio: 'ignore', env: programEnvironment() }).status === 0,
  );

export async function fetchTools(cache: string, tools: readonly Tool[]): Promise<void> {
  for (const tool of tools) {
    if (findTool(cache, tool)) continue;
    try {
      await unpackDebianProgram(join(cache, tool.name), tool);
    } catch {}
  }
}
