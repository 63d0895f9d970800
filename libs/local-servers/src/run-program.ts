import { execFile, type ExecFileOptions } from 'node:child_process';
import { promisify } from 'node:util';
import { programEnvironment } from './environments';

/**
 * Runs a program of the machine to its end, without the secrets of this process's environment.
 *
 * @throws what it wrote to its standard error is in the error's `stderr`
 */
export const runProgram = (
  file: string,
  args: readonly string[],
  options: Pick<ExecFileOptions, 'cwd' | 'signal' | 'timeout' | 'uid' | 'gid'> = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> =>
  promisify(execFile)(file, [...args], { ...options, env: programEnvironment() });
