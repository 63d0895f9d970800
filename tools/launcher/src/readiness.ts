import { setTimeout as pause } from 'node:timers/promises';
import { fetchReadiness } from '@svc/local-servers';
import { toLocalUrl, type Placed } from './environment';
import { LaunchError } from './launch-error';
import type { RunningProgram } from './programs';

/** Includes migrations of a large database. */
const READY_MS = 120_000;

/** Polling every 40 ms used a tenth of the processor time of a start. */
const PAUSE_MS = 250;

type Starting = Placed & { readonly process: RunningProgram };

/** Rejects with the error line if the program ends. */
export async function waitUntilReady(program: Starting, signal: AbortSignal): Promise<void> {
  const { label, process, listeners } = program;
  let hasExited = false;
  void process.exited.then(() => (hasExited = true));
  const deadline = Date.now() + READY_MS;
  let missing = 'it does not answer';
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    if (hasExited) {
      const reason = process.errorLine() ?? `see ${process.log}`;
      throw new LaunchError(`${label} did not start: ${reason}`);
    }
    const readiness = await fetchReadiness(toLocalUrl(listeners.metricsPort));
    if (readiness?.isComplete) return;
    missing = readiness?.text ?? missing;
    await pause(PAUSE_MS);
  }
  throw new LaunchError(`${label} is not ready after ${READY_MS / 1_000} s: ${missing}`);
}
