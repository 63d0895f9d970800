import { execFileSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { programEnvironment } from './environments';

export type Steps = readonly (readonly [signal: NodeJS.Signals, waitMs: number])[];

/** Undefined for a process that has ended, zombies included. */
export function readCommandLine(pid: number): string | undefined {
  try {
    const text =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
            encoding: 'utf8',
            env: programEnvironment(),
          });
    return text.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Ends a process whose command line contains `mark`, in case another process reuses the id. */
export async function endProcess(pid: number, mark: string, steps: Steps): Promise<void> {
  const isOurs = () => readCommandLine(pid)?.includes(mark) === true;
  for (const [signal, waitMs] of steps) {
    if (!isOurs()) return;
    sendSignal(pid, signal);
    await waitUntil(() => !isOurs(), waitMs);
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() >= deadline) return false;
    await pause(15);
  }
  return true;
}

export const waitForExit = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
