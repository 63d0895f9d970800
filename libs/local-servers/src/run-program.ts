import { execFile, type ExecFileOptions } from 'node:child_process';
import { chmod, rename } from 'node:fs/promises';
import { promisify } from 'node:util';
import { programEnvironment } from './environments';

export const runProgram = (
  file: string,
  args: readonly string[],
  options: Pick<ExecFileOptions, 'cwd' | 'signal' | 'timeout' | 'uid' | 'gid'> = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> =>
  promisify(execFile)(file, [...args], { ...options, env: programEnvironment() });

/** Names a program only once it is complete, since concurrent runs may fetch the same. */
export async function publishProgram(
  path: string,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await write(draft);
  await chmod(draft, 0o755);
  await rename(draft, path);
}
