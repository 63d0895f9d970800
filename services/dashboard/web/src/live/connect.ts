import { UNATTENDED_HEADER } from '../../../contract/live';
import { addressOf } from '../server/ask';
import { sessionEnded } from '../session/session-end';
import { changedIn } from './message';
import type { Changed } from './queries-by-kind';
import { reloadDelay, reconnectDelay } from './reconnect-delays';

/** The server sends a heartbeat every 15 seconds. */
const SILENCE_MS = 40_000;
const LASTING_MS = 10_000;

export interface LiveSettings {
  readonly changed: (changed: Changed) => void;
  readonly connected: (isConnected: boolean) => void;
}

/**
 * Listens for changes while the page is visible, and reconnects.
 *
 * After each connection everything is reloaded, as the server keeps no missed changes. EventSource
 * would not do: it stops after one rejection, hides status and heartbeats, and sends no headers.
 */
export function connectLive(settings: LiveSettings): { close(): void } {
  const closing = new AbortController();
  void keepListening(settings, closing.signal);
  return { close: () => closing.abort() };
}

async function keepListening({ changed, connected }: LiveSettings, closed: AbortSignal) {
  let failures = 0;
  while (!closed.aborted) {
    await whenVisible(closed);
    let openedAtMs = Infinity;
    const opened = (): void => {
      openedAtMs = performance.now();
      connected(true);
      changed('everything');
    };
    const retryAfterMs = await listen({ opened, changed }, closed).catch(() => 0);
    if (closed.aborted) return;
    connected(false);
    failures = performance.now() - openedAtMs > LASTING_MS ? 0 : failures + 1;
    if (!isHidden()) await pause(Math.max(retryAfterMs, reconnectDelay(failures)), closed);
  }
}

interface Heard {
  readonly opened: () => void;
  readonly changed: (changed: Changed) => void;
}

/** Resolves when the connection ends, with the milliseconds that the server asks to wait. */
async function listen({ opened, changed }: Heard, closed: AbortSignal): Promise<number> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const endWhenHidden = (): void => {
    if (isHidden()) end();
  };
  let silence = window.setTimeout(end, SILENCE_MS);
  closed.addEventListener('abort', end);
  window.addEventListener('offline', end);
  document.addEventListener('visibilitychange', endWhenHidden);
  try {
    const response = await fetch(addressOf('live'), {
      headers: { Accept: 'text/event-stream', [UNATTENDED_HEADER]: 'true' },
      signal: ending.signal,
    });
    if (response.status === 401) await Promise.race([sessionEnded('GET'), whenAborted(closed)]);
    if (!response.ok || !response.body) return 1_000 * Number(response.headers.get('Retry-After'));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let isOpen = false; ; isOpen = true) {
      const { done, value } = await reader.read();
      if (done) return 0;
      if (!isOpen) opened();
      window.clearTimeout(silence);
      silence = window.setTimeout(end, SILENCE_MS);
      const messages = `${text}${value}`.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const change = changedIn(message);
        if (change === 'everything') window.setTimeout(changed, reloadDelay(), change);
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

const whenAborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve));

const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Hidden pages hold no connection, because a browser has only six per host. */
function whenVisible(closed: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (isHidden() && !closed.aborted) return;
      document.removeEventListener('visibilitychange', look);
      closed.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    closed.addEventListener('abort', look);
    look();
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
