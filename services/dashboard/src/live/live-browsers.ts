import { PassThrough, type Readable } from 'node:stream';
import { DomainError } from '@svc/contracts';
import { createFairShare } from '@svc/kernel';
import { shouldLogFailure, type Logger } from '@svc/logging';
import {
  createChangeCollector,
  type ChangeCollector,
  type ChangedRecord,
} from '../domain/change-collector';
import type { ChangedKind } from '../../contract/live';

/**
 * The states of a browser's event stream.
 *
 *     open           -> behind  the buffer is full: changes are no longer written
 *     behind         -> stuck   heartbeat
 *     behind, stuck  -> open    the browser has read: `everything` replaces the changes
 *     stuck, ending  -> closed  heartbeat
 *     any            -> ending  session ended, NATS away, sandbox replaced, shutdown
 *     any            -> closed  the browser disconnects
 */
export type StreamState = 'open' | 'behind' | 'stuck' | 'ending';

export interface LiveBrowsersSettings {
  /** Must not count as use of the sessions. */
  readonly findEnded: (
    sessions: readonly Pick<LiveView, 'companyId' | 'sessionId'>[],
  ) => Promise<ReadonlySet<number>>;
  readonly isConnected: () => boolean;
  readonly log: Logger;
}

export interface LiveView {
  readonly sessionId: number;
  readonly companyId: number;
  /** Set if the person views test data. */
  readonly sandboxId?: number | undefined;
}

/** Shared by live and test data. */
const KINDS_OF_THE_COMPANY: readonly ChangedKind[] = ['company', 'key', 'notification', 'operator'];

export interface LiveBrowsers {
  /**
   * Opens a person's event stream. It ends at once while the process stops or NATS is away.
   *
   * @throws rate_limit_exceeded if the company has too many streams
   */
  openStream(view: LiveView): Readable;
  notify(companyId: number, change: ChangedRecord): void;
  /** Call when changes may have been missed. */
  notifyAll(): void;
  endSignedOut(): Promise<void>;
  heartbeat(): void;
  /** Ends all streams and rejects new ones; browsers reconnect to another replica. */
  end(): void;
}

/** Keeps proxies from closing idle connections. */
export const HEARTBEAT_MS = 15_000;
/** Sessions are rechecked this often; a signed-out browser gets updates for at most 2 s. */
export const SESSION_CHECK_MS = 2_000;

/** The gateway's limit; a company may use half of what is free. */
const MAX_STREAMS = 2_000;
const RETRY_AFTER_SECONDS = 5;

/** Collects the several events of one change. */
const COLLECT_MS = 20;
/** A browser gets at most five messages a second. */
const MIN_MESSAGE_GAP_MS = 200;

const HEARTBEAT = ': \n\n';
const formatMessage = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const EVERYTHING = formatMessage('everything', {});

interface Browser extends LiveView {
  readonly stream: PassThrough;
  state: StreamState;
}

interface Audience {
  readonly id: number;
  readonly browsers: Set<Browser>;
  readonly changes: ChangeCollector;
  notifiedAtMs: number;
  timer?: NodeJS.Timeout;
}

export function createLiveBrowsers({
  findEnded,
  isConnected,
  log,
}: LiveBrowsersSettings): LiveBrowsers {
  const audiences = new Map<number, Audience>();
  const connected = new Set<Browser>();
  const streams = createFairShare<number>(MAX_STREAMS);
  let isEnding = false;
  let consecutiveFailures = 0;

  function acquireStream(companyId: number): void {
    if (streams.acquire(companyId, 1)) return;
    const message = 'Too many live connections. Close some dashboard pages.';
    throw new DomainError('rate_limit_exceeded', message, { retry_after: RETRY_AFTER_SECONDS });
  }

  function send(browser: Browser, message: string): void {
    const { stream, state } = browser;
    if (state !== 'open') return;
    if (!stream.writableNeedDrain) {
      stream.write(message);
      return;
    }
    browser.state = 'behind';
    stream.once('drain', () => {
      if (browser.state === 'ending') return;
      browser.state = 'open';
      send(browser, EVERYTHING);
    });
  }

  function endStream(browser: Browser): void {
    browser.state = 'ending';
    browser.stream.end();
  }

  function sendChanges(audience: Audience): void {
    audience.timer = undefined;
    audience.notifiedAtMs = performance.now();
    const changes = audience.changes.take();
    const format = (some: typeof changes): string =>
      some.map((change) => formatMessage('change', change)).join('');
    const all = format(changes);
    const ofTheCompany = format(changes.filter(({ kind }) => KINDS_OF_THE_COMPANY.includes(kind)));
    for (const browser of audience.browsers) {
      const isForTestData = browser.sandboxId !== undefined && browser.sandboxId !== audience.id;
      const message = isForTestData ? ofTheCompany : all;
      if (message !== '') send(browser, message);
    }
    if (!changes.some(({ kind }) => kind === 'company')) return;
    // Reconnecting browsers get the new sandbox, if the company's sandbox was replaced.
    for (const browser of audience.browsers) {
      if (browser.sandboxId !== undefined) endStream(browser);
    }
  }

  function joinAudience(id: number, browser: Browser): void {
    const audience: Audience = audiences.get(id) ?? {
      id,
      browsers: new Set(),
      changes: createChangeCollector(),
      notifiedAtMs: -Infinity,
    };
    audiences.set(id, audience);
    audience.browsers.add(browser);
    browser.stream.once('close', () => {
      audience.browsers.delete(browser);
      if (audience.browsers.size > 0) return;
      clearTimeout(audience.timer);
      audiences.delete(id);
    });
  }

  return {
    openStream(view) {
      const stream = new PassThrough();
      if (isEnding || !isConnected()) return stream.end();
      const { companyId, sandboxId } = view;
      acquireStream(companyId);
      const browser: Browser = { ...view, stream, state: 'open' };
      connected.add(browser);
      stream.once('close', () => {
        connected.delete(browser);
        streams.release(companyId, 1);
      });
      joinAudience(companyId, browser);
      if (sandboxId !== undefined) joinAudience(sandboxId, browser);
      stream.write(HEARTBEAT);
      return stream;
    },

    notify(companyId, change) {
      const audience = audiences.get(companyId);
      if (!audience) return;
      audience.changes.add(change);
      const gapMs = audience.notifiedAtMs + MIN_MESSAGE_GAP_MS - performance.now();
      audience.timer ??= setTimeout(sendChanges, Math.max(COLLECT_MS, gapMs), audience).unref();
    },

    notifyAll() {
      for (const browser of connected) send(browser, EVERYTHING);
    },

    async endSignedOut() {
      if (connected.size === 0) return;
      const sessions = new Map([...connected].map((browser) => [browser.sessionId, browser]));
      try {
        const ended = await findEnded([...sessions.values()]);
        consecutiveFailures = 0;
        for (const browser of connected) if (ended.has(browser.sessionId)) endStream(browser);
      } catch (error) {
        consecutiveFailures += 1;
        if (shouldLogFailure(consecutiveFailures)) {
          log.warn(
            { err: error, attempt: consecutiveFailures },
            'session check failed; will retry',
          );
        }
      }
    },

    heartbeat() {
      const mayMissChanges = !isConnected();
      for (const browser of connected) {
        const { state, stream } = browser;
        if (state === 'stuck' || state === 'ending') stream.destroy();
        else if (mayMissChanges) endStream(browser);
        else if (state === 'behind') browser.state = 'stuck';
        else send(browser, HEARTBEAT);
      }
    },

    end() {
      isEnding = true;
      for (const browser of connected) endStream(browser);
    },
  };
}
