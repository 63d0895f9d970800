import { resolve } from 'node:path';
import { ConfigError } from '@svc/config';
import { LocalServerError, storageProblem } from '@svc/local-servers';
import { launch } from './launch';
import { LaunchError } from './launch-error';
import { optionsOf } from './options';

const PARENT_POLL_MS = 300;
const EXPECTED = [ConfigError, LaunchError, LocalServerError];

async function main(): Promise<void> {
  const root = resolve(__dirname, '../..');
  const options = optionsOf(process.argv.slice(2), root);
  // Every process starts where the first did, whoever typed the command where.
  process.chdir(root);
  const stopping = new AbortController();
  // Ctrl-C may come twice: from the terminal and from npm. The first says it all.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopping.abort());
  }
  if (process.env.npm_lifecycle_event) stopWithParent(stopping);
  // Whoever started us keeps our standard input open for as long as we should run.
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
    const line = isExpected ? message : (storageProblem(error) ?? stack ?? message);
    process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  }
}

/**
 * Stops when the npm that started us is gone: nobody could press Ctrl-C any more, and a signal that
 * killed npm or its shell may not have come through to us.
 */
function stopWithParent(stopping: AbortController): void {
  const parent = process.ppid;
  const look = () => process.ppid !== parent && stopping.abort();
  setInterval(look, PARENT_POLL_MS).unref();
}

void main();
