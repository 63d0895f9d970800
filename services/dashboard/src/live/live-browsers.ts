import { PassThrough, type Readable } from 'node:stream';
import { DomainError } from '@svc/contracts';
import { createFairShare } from '@svc/kernel';
import { shouldLogFailure, type Logger } from '@svc/logging';
import { gatheredChanges, type Change, type GatheredChanges } from '../domain/gathered-changes';
import type { ChangedKind } from '../../contract/live';

export interface LiveSettings {
  /** Which of these sessions have ended; to be asked is no use of them. */
  readonly findEnded: (
    sessions: readonly Pick<LiveView, 'companyId' | 'sessionId'>[],
  ) => Promise<ReadonlySet<number>>;
  /** Whether changes come in at all. */
  readonly isConnected: () => boolean;
  readonly log: Logger;
}

/** What a person looks at. */
export interface LiveView {
  readonly sessionId: number;
  readonly companyId: number;
  /** The company's sandbox, where it is its test data. */
  readonly sandboxId?: number | undefined;
}

/** What a company has but once, whichever records are looked at. */
const OF_THE_COMPANY: readonly ChangedKind[] = ['company', 'key', 'notification', 'operator'];

/** The browsers that are told when something has changed. */
export interface LiveBrowsers {
  /**
   * Begins the server-sent events for a person's browser; they end with its connection. Those that
   * cannot go on end before anything was sent.
   *
   * @throws rate_limit_exceeded where the company has as many as it leaves free
   */
  join(view: LiveView): Readable;
  /** Tells the browsers of a company, within a moment and much at once. */
  notify(companyId: number, change: Change): void;
  /** Tells all of them that anything may have changed: changes may have been missed. */
  notifyAll(): void;
  /** Ends the connections whose session has ended. */
  endEnded(): Promise<void>;
  /**
   * Shows that the connections are alive, and ends those that do not take what they are sent; all of
   * them while no changes come in.
   */
  beat(): void;
  /** Ends all, present and future ones; their browsers ask another replica. */
  end(): void;
}

/** How often a connection is shown to be alive, also to proxies that end one in which nothing happens. */
export const BEAT_MS = 15_000;
/** How long at most whoever is signed out, or removed from the team, is still told of changes. */
export const LOOK_MS = 2_000;

/** As many as the gateway passes on; no company keeps others from being told. */
const MOST_OPEN = 2_000;
const RETRY_AFTER_SECONDS = 5;

/** One change often has several events. */
const GATHER_MS = 20;
/** From one message to the next: however much happens, a browser gets five in a second. */
const PAUSE_MS = 200;

const BEAT = ': \n\n';
const messageOf = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const EVERYTHING = messageOf('everything', {});

interface Browser extends LiveView {
  readonly stream: PassThrough;
  /** It has not taken what it was sent, and was not told of more. */
  isBehind: boolean;
  /** It was so already at the beat before. */
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
  /** Those that somebody looks at. */
  const companies = new Map<number, Company>();
  const open = new Set<Browser>();
  const openOf = createFairShare<number>(MOST_OPEN);
  let isEnding = false;
  /** Looks at sessions in a row that were in vain. */
  let failures = 0;

  function takeRoom(companyId: number): void {
    if (openOf.acquire(companyId, 1)) return;
    const message = 'Too many event streams of the company are open.';
    throw new DomainError('rate_limit_exceeded', message, { retry_after: RETRY_AFTER_SECONDS });
  }

  /** What a slow browser is not told is everything to it, once it has taken what it was sent. */
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
    // Its sandbox may be another one now: they connect again, to that.
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
