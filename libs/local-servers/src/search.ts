import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { LocalServerError } from './local-server-error';

/** Where a server's program is looked for. */
export interface Search {
  /** Folder in which a program that had to be fetched is kept. */
  readonly cache: string;
  /** Other folders in which an earlier search may have kept one. */
  readonly otherCaches?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told before each attempt that takes a while. */
  readonly report?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * The program that a variable names, else the first of these names on the PATH and in the caches.
 *
 * @throws when the variable names something else than a program.
 */
export function findProgram(
  variable: string,
  names: readonly string[],
  { cache, otherCaches = [], env }: Search,
): string | undefined {
  const named = env[variable];
  if (named) {
    if (isProgram(named)) return named;
    throw new LocalServerError(`${variable}: ${named} is not a program.`);
  }
  const path = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return [...path, resolve(cache), ...otherCaches]
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Why a fetch failed: the last line that tells something, with what fetch hides in its cause. */
export function reasonOf(error: unknown): string {
  const { message, cause, stderr } = error as Error & { stderr?: string };
  const told = stderr?.split('\n').find((line) => line.startsWith('E:'));
  return told ?? (cause instanceof Error ? cause.message : (message.split('\n')[0] ?? message));
}
