import { execFile, type ExecFileOptions } from 'node:child_process';
import { promisify } from 'node:util';
import { programEnvironment } from './environments';

/** @throws an error whose `stderr` holds the program's output */
export const runProgram = (
  file: string,
  args: readonly string[],
  options: Pick<ExecFileOptions, 'cwd' | 'signal' | 'timeout' | 'uid' | 'gid'> = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> =>
  promisify(execFile)(file, [...args], { ...options, env: programEnvironment() });
