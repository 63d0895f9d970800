import { spawn, type SpawnOptions } from 'node:child_process';
import { closeSync, readFileSync, statSync } from 'node:fs';
import { createConnection, type NetConnectOpts } from 'node:net';
import { join, resolve } from 'node:path';
import { serverEnvironment } from './environments';
import type { LocalServer } from './local-server';
import { openLog } from './open-log';
import { endProcess, waitForExit, waitUntil, type Steps } from './processes';

export interface ServerProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly as?: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'>;
  readonly log: string;
  readonly logFlags?: 'a' | 'w';
  /** Part of the command line, which identifies the process. */
  readonly mark: string;
  readonly ending?: Steps;
  readonly isReady: (pid: number) => boolean | Promise<boolean>;
  readonly withinMs?: number;
  readonly signal?: AbortSignal | undefined;
}

const START_MS = 20_000;
const GREETING_MS = 3_000;
const ENDING: Steps = [
  ['SIGTERM', 2_500],
  ['SIGKILL', 300],
];

export type RunningServer = Pick<LocalServer, 'pid' | 'exited' | 'stop'>;

/** Starts a server; if it is not ready in time, ends it and returns what it logged. */
export async function startServer(
  program: ServerProgram,
): Promise<RunningServer | { readonly output: string }> {
  const { file, args, as, log, logFlags, mark, isReady, signal } = program;
  const { ending = ENDING, withinMs = START_MS } = program;
  const output = openLog(log, logFlags);
  const logged = statSync(log).size;
  const server = spawn(file, args, {
    ...as,
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const exited = waitForExit(server);
  let hasExited = false;
  void exited.then(() => (hasExited = true));

  const { pid } = server;
  const isUp = async () => pid !== undefined && !hasExited && (await isReady(pid));
  await waitUntil(async () => hasExited || signal?.aborted === true || (await isUp()), withinMs);
  if (pid !== undefined && (await isUp())) {
    return { pid, exited, stop: () => endProcess(pid, mark, ending).then(() => exited) };
  }
  if (pid !== undefined) await endProcess(pid, mark, ending);
  return { output: readFileSync(log).subarray(logged).toString() };
}

export async function endServer(dir: string, name: string): Promise<void> {
  const { config, pidFile } = serverFiles(dir, name);
  let pid: number;
  try {
    pid = Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return;
  }
  if (pid > 0) await endProcess(pid, config, ENDING);
}

export const serverFiles = (dir: string, name: string) => ({
  config: join(resolve(dir), `${name}.conf`),
  pidFile: join(resolve(dir), `${name}.pid`),
});

/** Returns what a server sends first, after a command if given; empty without a response. */
export const readGreeting = (address: NetConnectOpts, command = ''): Promise<string> =>
  new Promise((resolve) => {
    const socket = createConnection(address, () => socket.write(command));
    let greeting = '';
    socket.once('data', (chunk) => {
      greeting = chunk.toString();
      socket.destroy();
    });
    socket.once('error', () => socket.destroy());
    socket.setTimeout(GREETING_MS, () => socket.destroy());
    socket.once('close', () => resolve(greeting));
  });
