import { UNATTENDED_HEADER } from '../../../contract/live';
import { toAddress } from '../server/request';
import { waitForNewSession } from '../session/session-end';
import { parseChange } from './parse-change';
import type { ChangedRecords } from './queries-by-kind';
import { chooseReloadDelay, chooseReconnectDelay } from './reconnect-delays';

/** The server sends a heartbeat every 15 seconds. */
const MAX_SILENCE_MS = 40_000;
const STABLE_AFTER_MS = 10_000;

export interface LiveListeners {
  readonly changed: (changed: ChangedRecords) => void;
  readonly connected: (isConnected: boolean) => void;
}

/**
 * Listens for changes while the page is visible, and reconnects.
 *
 * After each connection everything is reloaded, as the server keeps no missed changes. EventSource
 * would not do: it stops after one rejection, hides status and heartbeats, and sends no headers.
 */
export function connectLive(settings: LiveListeners): { close(): void } {
  const closing = new AbortController();
  void keepListening(settings, closing.signal);
  return { close: () => closing.abort() };
}

async function keepListening({ changed, connected }: LiveListeners, closed: AbortSignal) {
  let failures = 0;
  while (!closed.aborted) {
    await waitUntilVisible(closed);
    let openedAtMs = Infinity;
    const opened = (): void => {
      openedAtMs = performance.now();
      connected(true);
      changed('everything');
    };
    const retryAfterMs = await listen({ opened, changed }, closed).catch(() => 0);
    if (closed.aborted) return;
    connected(false);
    failures = performance.now() - openedAtMs > STABLE_AFTER_MS ? 0 : failures + 1;
    if (!isHidden()) await pause(Math.max(retryAfterMs, chooseReconnectDelay(failures)), closed);
  }
}

interface StreamListeners {
  readonly opened: () => void;
  readonly changed: (changed: ChangedRecords) => void;
}

/** Resolves when the connection ends, with the milliseconds that the server asks to wait. */
async function listen({ opened, changed }: StreamListeners, closed: AbortSignal): Promise<number> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const endWhenHidden = (): void => {
    if (isHidden()) end();
  };
  let silence = window.setTimeout(end, MAX_SILENCE_MS);
  closed.addEventListener('abort', end);
  window.addEventListener('offline', end);
  document.addEventListener('visibilitychange', endWhenHidden);
  try {
    const response = await fetch(toAddress('live'), {
      headers: { Accept: 'text/event-stream', [UNATTENDED_HEADER]: 'true' },
      signal: ending.signal,
    });
    if (response.status === 401)
      await Promise.race([waitForNewSession('GET'), waitForAbort(closed)]);
    if (!response.ok || !response.body) return 1_000 * Number(response.headers.get('Retry-After'));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let isOpen = false; ; isOpen = true) {
      const { done, value } = await reader.read();
      if (done) return 0;
      if (!isOpen) opened();
      window.clearTimeout(silence);
      silence = window.setTimeout(end, MAX_SILENCE_MS);
      const messages = `${text}${value}`.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const change = parseChange(message);
        if (change === 'everything') window.setTimeout(changed, chooseReloadDelay(), change);
        else if (change) changed(change);
      }
    }
  } finally {
    window.clearTimeout(silence);
    closed.removeEventListener('abort', end);
    window.removeEventListener('offline', end);
    document.removeEventListener('visibilitychange', endWhenHidden);
    end();
  }
}

const waitForAbort = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve));

const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Hidden pages hold no connection, because a browser has only six per host. */
function waitUntilVisible(closed: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const resolveIfVisible = (): void => {
      if (isHidden() && !closed.aborted) return;
      document.removeEventListener('visibilitychange', resolveIfVisible);
      closed.removeEventListener('abort', resolveIfVisible);
      resolve();
    };
    document.addEventListener('visibilitychange', resolveIfVisible);
    closed.addEventListener('abort', resolveIfVisible);
    resolveIfVisible();
  });
}

/** Ends early when the browser is online again. */
function pause(ms: number, closed: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      window.clearTimeout(timer);
      window.removeEventListener('online', end);
      closed.removeEventListener('abort', end);
      resolve();
    };
    const timer = window.setTimeout(end, ms);
    window.addEventListener('online', end);
    closed.addEventListener('abort', end);
  });
}
