import { PassThrough, type Readable } from 'node:stream';
import { DomainError } from '@svc/contracts';
import { createFairShare } from '@svc/kernel';
import { shouldLogFailure, type Logger } from '@svc/logging';
import { gatheredChanges, type Change, type GatheredChanges } from '../domain/gathered-changes';
import type { ChangedKind } from '../../contract/live';

export interface LiveSettings {
  /** Must not count as use of the sessions. */
  readonly findEnded: (
    sessions: readonly Pick<LiveView, 'companyId' | 'sessionId'>[],
  ) => Promise<ReadonlySet<number>>;
  /** Whether changes arrive from NATS. */
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
const OF_THE_COMPANY: readonly ChangedKind[] = ['company', 'key', 'notification', 'operator'];

export interface LiveBrowsers {
  /**
   * Opens a person's event stream. It ends at once while the process stops or NATS is away.
   *
   * @throws rate_limit_exceeded if the company has too many streams
   */
  join(view: LiveView): Readable;
  notify(companyId: number, change: Change): void;
  /** Call when changes may have been missed. */
  notifyAll(): void;
  endEnded(): Promise<void>;
  beat(): void;
  /** Ends all streams and rejects new ones; browsers reconnect to another replica. */
  end(): void;
}

/** Keeps proxies from closing idle connections. */
export const BEAT_MS = 15_000;
/** Sessions are rechecked this often; a signed-out browser gets updates for at most 2 s. */
export const LOOK_MS = 2_000;

/** The gateway's limit; a company may use half of what is free. */
const MOST_OPEN = 2_000;
const RETRY_AFTER_SECONDS = 5;

/** Collects the several events of one change. */
const GATHER_MS = 20;
/** A browser gets at most five messages a second. */
const PAUSE_MS = 200;

const BEAT = ': \n\n';
const messageOf = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const EVERYTHING = messageOf('everything', {});

interface Browser extends LiveView {
  readonly stream: PassThrough;
  isBehind: boolean;
  isStuck: boolean;
}

type Told = ReturnType<GatheredChanges['take']>[number];

interface Company {
  readonly id: number;
  readonly browsers: Set<Browser>;
  readonly changes: GatheredChanges;
  notifiedAtMs: number;
  timer?: NodeJS.Timeout;
}

export function liveBrowsers({ findEnded, isConnected, log }: LiveSettings): LiveBrowsers {
  const companies = new Map<number, Company>();
  const open = new Set<Browser>();
  const openOf = createFairShare<number>(MOST_OPEN);
  let isEnding = false;
  let failures = 0;

  function takeRoom(companyId: number): void {
    if (openOf.acquire(companyId, 1)) return;
    const message = 'Too many event streams of the company are open.';
    throw new DomainError('rate_limit_exceeded', message, { retry_after: RETRY_AFTER_SECONDS });
  }

  function send(browser: Browser, message: string): void {
    const { stream } = browser;
    if (browser.isBehind || stream.writableEnded) return;
    if (stream.writableNeedDrain) {
      browser.isBehind = true;
      stream.once('drain', () => {
        browser.isBehind = false;
        browser.isStuck = false;
        send(browser, EVERYTHING);
      });
      return;
    }
    stream.write(message);
  }

  function notifyGathered(company: Company): void {
    company.timer = undefined;
    company.notifiedAtMs = performance.now();
    const changes = company.changes.take();
    const textOf = (told: readonly Told[]): string =>
      told.map((change) => messageOf('change', change)).join('');
    const ofAll = textOf(changes);
    const ofTheCompany = textOf(changes.filter(({ kind }) => OF_THE_COMPANY.includes(kind)));
    for (const browser of company.browsers) {
      const isOfTest = browser.sandboxId !== undefined && browser.sandboxId !== company.id;
      const message = isOfTest ? ofTheCompany : ofAll;
      if (message !== '') send(browser, message);
    }
    // Reconnecting browsers get the new sandbox, if the company's sandbox was replaced.
    if (changes.some(({ kind }) => kind === 'company')) endTestsOf(company);
  }

  function endTestsOf({ browsers }: Company): void {
    for (const { sandboxId, stream } of browsers) if (sandboxId !== undefined) stream.end();
  }

  function leave(companyId: number, browser: Browser): void {
    const company = companies.get(companyId);
    company?.browsers.delete(browser);
    if (!company || company.browsers.size > 0) return;
    clearTimeout(company.timer);
    companies.delete(companyId);
  }

  return {
    join(view) {
      const stream = new PassThrough();
      if (isEnding || !isConnected()) return stream.end();
      takeRoom(view.companyId);
      const browser: Browser = { ...view, stream, isBehind: false, isStuck: false };
      const { companyId, sandboxId } = view;
      open.add(browser);
      stream.once('close', () => {
        open.delete(browser);
        openOf.release(companyId, 1);
      });
      for (const id of sandboxId === undefined ? [companyId] : [companyId, sandboxId]) {
        const company: Company = companies.get(id) ?? {
          id,
          browsers: new Set(),
          changes: gatheredChanges(),
          notifiedAtMs: -Infinity,
        };
        companies.set(id, company);
        company.browsers.add(browser);
        stream.once('close', () => leave(id, browser));
      }
      stream.write(BEAT);
      return stream;
    },

    notify(companyId, change) {
      const company = companies.get(companyId);
      if (!company) return;
      company.changes.add(change);
      const pauseMs = company.notifiedAtMs + PAUSE_MS - performance.now();
      company.timer ??= setTimeout(notifyGathered, Math.max(GATHER_MS, pauseMs), company).unref();
    },

    notifyAll() {
      for (const browser of open) send(browser, EVERYTHING);
    },

    async endEnded() {
      if (open.size === 0) return;
      const sessions = new Map([...open].map((browser) => [browser.sessionId, browser]));
      try {
        const ended = await findEnded([...sessions.values()]);
        failures = 0;
        for (const { sessionId, stream } of open) if (ended.has(sessionId)) stream.end();
      } catch (error) {
        failures += 1;
        if (shouldLogFailure(failures)) {
          log.warn({ err: error, attempt: failures }, 'sessions not looked at, trying again');
        }
      }
    },

    beat() {
      const mayMissChanges = !isConnected();
      for (const browser of open) {
        const { stream, isBehind, isStuck } = browser;
        if (stream.writableEnded || (isBehind && isStuck)) stream.destroy();
        else if (mayMissChanges) stream.end();
        else send(browser, BEAT);
        browser.isStuck = isBehind;
      }
    },

    end() {
      isEnding = true;
      for (const { stream } of open) stream.end();
    },
  };
}
