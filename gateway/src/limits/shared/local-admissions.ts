import { createWindows } from '../gateway-share';
import { createRollingWindow, WINDOW_MS, type RollingWindow } from '../rolling-window';

/** A request that this gateway admitted, or sent to the store without a reply. */
export interface Admission {
  readonly window: string;
  readonly atMs: number;
  /** The first of as many numbers as it counts as; a gateway gives each number once. */
  readonly number: number;
  readonly requests: number;
  readonly isAdmitted: boolean;
}

/** Admissions in order, few enough that the store adds them in about a millisecond. */
export interface AdmissionStep {
  readonly admissions: readonly Admission[];
  readonly isClosed: boolean;
}

export interface LocalAdmissions {
  window(name: string): RollingWindow;
  takeNumbers(requests: number): number;
  noteAdmitted(admission: Pick<Admission, 'window' | 'number' | 'requests'>): void;
  /** Removed from the store on return, because the request is counted again. */
  noteWithoutReply(admission: Pick<Admission, 'window' | 'number' | 'requests'>): void;
  steps(options?: { readonly close: boolean }): readonly AdmissionStep[];
  removeExpired(): void;
}

const MAX_REQUESTS_PER_STEP = 200;

interface LoggedWindow extends RollingWindow {
  take(atMs: number, requests?: number, number?: number): void;
}

interface Step {
  readonly admissions: Admission[];
  requests: number;
  isClosed: boolean;
}

export function createLocalAdmissions(now: () => Date): LocalAdmissions {
  const windows = createWindows(now, createLoggedWindow);
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

  function createLoggedWindow(name: string): LoggedWindow {
    const { take, ...window } = createRollingWindow();
    return {
      ...window,
      take(atMs, requests = 1, number = takeNumbers(requests)) {
        take(atMs, requests);
        log({ window: name, atMs, number, requests, isAdmitted: true });
      },
    };
  }

  return {
    ...windows,
    takeNumbers,
    noteAdmitted({ window, number, requests }) {
      windows.window(window).take(now().getTime(), requests, number);
    },
    noteWithoutReply(admission) {
      log({ ...admission, atMs: now().getTime(), isAdmitted: false });
    },
    steps({ close } = { close: false }) {
      const nowMs = now().getTime();
      steps = recent(nowMs);
      const last = steps.at(-1);
      if (last && close) last.isClosed = true;
      return steps;
    },
  };
}
