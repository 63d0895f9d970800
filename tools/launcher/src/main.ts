import { resolve } from 'node:path';
import { ConfigError } from '@svc/config';
import { describeStorageProblem, LocalServerError } from '@svc/local-servers';
import { launch } from './launch';
import { LaunchError } from './launch-error';
import { parseOptions } from './options';

const PARENT_POLL_MS = 300;
const EXPECTED = [ConfigError, LaunchError, LocalServerError];

async function main(): Promise<void> {
  const root = resolve(__dirname, '../..');
  const options = parseOptions(process.argv.slice(2), root);
  // Restarted processes need a stable working directory.
  process.chdir(root);
  const stopping = new AbortController();
  // Ctrl-C may arrive twice, from the terminal and from npm.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopping.abort());
  }
  if (process.env.npm_lifecycle_event) stopWithParent(stopping);
  // The parent holds standard input open while we should run.
  if (process.env.FSM_PARENT_PIPE) {
    process.stdin.resume().once('end', () => stopping.abort());
    process.stdin.unref();
  }
  try {
    await launch({
      options,
      env: process.env,
      root,
      report: (line) => process.stdout.write(`${line}\n`),
      signal: stopping.signal,
    });
  } catch (error) {
    const isExpected = EXPECTED.some((type) => error instanceof type);
    const { message, stack } = error as Error;
    const line = isExpected ? message : (describeStorageProblem(error) ?? stack ?? message);
    process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  }
}

/** Stops when npm is gone: a signal that killed npm may not have reached this process. */
function stopWithParent(stopping: AbortController): void {
  const parent = process.ppid;
  const look = () => process.ppid !== parent && stopping.abort();
  setInterval(look, PARENT_POLL_MS).unref();
}

void main();
