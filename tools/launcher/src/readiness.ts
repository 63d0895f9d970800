import { setTimeout as pause } from 'node:timers/promises';
import { addressOf, type Placed } from './environment';
import { LaunchError } from './launch-error';
import type { RunningProgram } from './programs';

/** Migrations of a large database included. */
const READY_MS = 120_000;
const PROBE_MS = 3_000;

type Starting = Placed & { readonly process: RunningProgram };

/** Waits until a program says that it is ready; one that ends instead tells why. */
export async function untilReady(program: Starting, signal: AbortSignal): Promise<void> {
  const { name, process, listeners } = program;
  let hasExited = false;
  void process.exited.then(() => (hasExited = true));
  const deadline = Date.now() + READY_MS;
  let missing = 'it does not answer';
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    if (hasExited) throw new LaunchError(`${name} did not start: ${process.lastWords()}`);
    const answer = await probe(`${addressOf(listeners.metricsPort)}/readyz`);
    if (answer?.ok) return;
    missing = answer?.text ?? missing;
    await pause(40);
  }
  throw new LaunchError(`${name} is not ready after ${READY_MS / 1_000} s: ${missing}`);
}

async function probe(url: string): Promise<{ ok: boolean; text: string } | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS) });
    return { ok: response.ok, text: (await response.text()).trim() };
  } catch {
    return undefined;
  }
}
