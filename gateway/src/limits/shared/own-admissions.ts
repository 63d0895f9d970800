import { limitEntries } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import { isKeyWindow } from '../request-limits';
import { rollingWindow, WINDOW_MS, type RollingWindow } from '../rolling-window';

/** A request that this gateway has admitted, or asked the store about without hearing of it. */
export interface Admission {
  /** The window of its limit. */
  readonly window: string;
  readonly atMs: number;
  /** The first of as many numbers as it counts as; no two requests of a gateway share one. */
  readonly number: number;
  readonly requests: number;
  readonly isAdmitted: boolean;
}

/** Some of the admissions of the last minute, in their order: the store takes about a millisecond to add them. */
export interface AdmissionStep {
  readonly admissions: readonly Admission[];
  /** Whether it gets no more. */
  readonly isClosed: boolean;
}

/** What this gateway admitted in the last 60 seconds, in the store or by its share. */
export interface OwnAdmissions {
  /** The window of this name, which counts what this gateway admits; to take from it logs an admission. */
  window(name: string): RollingWindow;
  /** The first of so many numbers for a request that the store is asked about. */
  takeNumbers(requests: number): number;
  /** The store has admitted a request. */
  noteAdmitted(asked: Pick<Admission, 'window' | 'number' | 'requests'>): void;
  /** The store's reply was lost: it must not count the request, which is judged again. */
  noteUnanswered(asked: Pick<Admission, 'window' | 'number' | 'requests'>): void;
  /** All admissions of the last minute; with `close`, the next one begins a new step. */
  steps(options?: { readonly close: boolean }): readonly AdmissionStep[];
  /** Forgets the windows of keys in which nothing is left. */
  removeExpired(): void;
}

const MAX_REQUESTS_PER_STEP = 200;
/** Of client addresses and sessions, of which there may be any number. */
const REMEMBERED_OTHERS = 20_000;

interface LoggedWindow extends RollingWindow {
  take(atMs: number, requests?: number, number?: number): void;
}

interface Step {
  readonly admissions: Admission[];
  requests: number;
  isClosed: boolean;
}

export function createOwnAdmissions(now: () => Date): OwnAdmissions {
  const ofKeys = new Map<string, LoggedWindow>();
  const ofOthers = new LRUCache<string, LoggedWindow>(limitEntries(REMEMBERED_OTHERS));
  let steps: Step[] = [];
  let nextNumber = 1;

  function takeNumbers(requests: number): number {
    const number = nextNumber;
    nextNumber += requests;
    return number;
  }

  function log(admission: Admission): void {
    let step = steps.at(-1);
    if (!step || step.isClosed) {
      steps = recent(admission.atMs);
      steps.push((step = { admissions: [], requests: 0, isClosed: false }));
    }
    step.admissions.push(admission);
    step.requests += admission.requests;
    step.isClosed = step.requests >= MAX_REQUESTS_PER_STEP;
  }

  const recent = (nowMs: number): Step[] =>
    steps.filter(({ admissions }) => (admissions.at(-1)?.atMs ?? 0) + WINDOW_MS > nowMs);

  const windowOf = (name: string): LoggedWindow => {
    const windows = isKeyWindow(name) ? ofKeys : ofOthers;
    let window = windows.get(name);
    if (!window) windows.set(name, (window = loggedWindow(name)));
    return window;
  };

  function loggedWindow(name: string): LoggedWindow {
    const { take, ...window } = rollingWindow();
    return {
      ...window,
      take(atMs, requests = 1, number = takeNumbers(requests)) {
        take(atMs, requests);
        log({ window: name, atMs, number, requests, isAdmitted: true });
      },
    };
  }

  return {
    window: windowOf,
    takeNumbers,
    noteAdmitted({ window, number, requests }) {
      windowOf(window).take(now().getTime(), requests, number);
    },
    noteUnanswered(asked) {
      log({ ...asked, atMs: now().getTime(), isAdmitted: false });
    },
    steps({ close } = { close: false }) {
      const nowMs = now().getTime();
      steps = recent(nowMs);
      const last = steps.at(-1);
      if (last && close) last.isClosed = true;
      return steps;
    },
    removeExpired() {
      const nowMs = now().getTime();
      for (const [name, window] of ofKeys) if (window.used(nowMs) === 0) ofKeys.delete(name);
    },
  };
}
