import { setTimeout as pause } from 'node:timers/promises';
import { describeStorageProblem } from '@svc/local-servers';

/** `exited` resolves however the process ends. */
export interface SupervisedProcess {
  readonly pid: number;
  readonly exited: Promise<void>;
  readonly log?: string;
  stop(): Promise<void>;
  /** The last error line, without secrets. */
  errorLine?(): string | undefined;
}

export interface Supervision {
  readonly name: string;
  readonly first: SupervisedProcess;
  restart(): Promise<SupervisedProcess>;
  changed(): void;
  report(line: string): void;
}

export type Supervised = ReturnType<typeof supervise>;

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 15_000;
/** A process that ran this long restarts without delay after its next crash. */
const STEADY_MS = 30_000;

/**
 * Restarts a process with growing delays until it is stopped.
 *
 *   RUNNING   -- exits -->                  WAITING
 *   RUNNING   -- renew() -->                STARTING
 *   WAITING   -- delay ends or renew() -->  STARTING
 *   STARTING  -- started -->                RUNNING
 *   STARTING  -- failed -->                 WAITING, twice as long
 *   any       -- stop() -->                 STOPPED
 */
export function supervise({ name, first, restart, changed, report }: Supervision) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = first;
  let renewal = new AbortController();

  async function tryAgain(): Promise<SupervisedProcess | undefined> {
    try {
      return await restart();
    } catch (error) {
      report(describeStorageProblem(error) ?? (error as Error).message);
      return undefined;
    }
  }

  /** A failed update of `run.json` does not stop the process. */
  function reportChange(): void {
    try {
      changed();
    } catch (error) {
      report((error as Error).message);
    }
  }

  async function untilDue(delayMs: number): Promise<void> {
    if (renewal.signal.aborted) return;
    const line = current.errorLine?.();
    const why = [line && `: ${line}`, current.log && `; see ${current.log}`]
      .filter(Boolean)
      .join('');
    report(`${name} ended; restarting it in ${delayMs / 1_000} s${why}`);
    const early = AbortSignal.any([signal, renewal.signal]);
    await pause(delayMs, undefined, { signal: early }).catch(() => undefined);
  }

  async function watch(): Promise<void> {
    for (let delayMs = FIRST_DELAY_MS; ;) {
      const startedAt = performance.now();
      await current.exited;
      if (performance.now() - startedAt > STEADY_MS) delayMs = FIRST_DELAY_MS;
      let next: SupervisedProcess | undefined;
      while (!next) {
        if (signal.aborted) return;
        await untilDue(delayMs);
        if (signal.aborted) return;
        const isRenewed = renewal.signal.aborted;
        if (isRenewed) renewal = new AbortController();
        delayMs = isRenewed ? FIRST_DELAY_MS : Math.min(delayMs * 2, MAX_DELAY_MS);
        next = await tryAgain();
      }
      current = next;
      if (signal.aborted) {
        await current.stop();
        return;
      }
      reportChange();
    }
  }

  const watching = watch();
  return {
    get pid(): number {
      return current.pid;
    },
    async renew(): Promise<void> {
      renewal.abort();
      await current.stop();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await current.stop();
      // A restart in progress stops the process that it starts.
      await watching;
    },
  };
}
