import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { LocalServerError } from './local-server-error';

export interface ProgramSearch {
  readonly cache: string;
  readonly otherCaches?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly report?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Looks at the variable, the PATH and the caches.
 *
 * @throws if the variable names no program
 */
export function findProgram(
  variable: string,
  names: readonly string[],
  { cache, otherCaches = [], env }: ProgramSearch,
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

/** Prefers apt's error line, and the cause that fetch hides. */
export function toFailureText(error: unknown): string {
  const { message, cause, stderr } = error as Error & { stderr?: string };
  const aptError = stderr?.split('\n').find((line) => line.startsWith('E:'));
  return aptError ?? (cause instanceof Error ? cause.message : (message.split('\n')[0] ?? message));
}
