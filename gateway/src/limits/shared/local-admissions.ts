import { createWindows } from '../gateway-share';
import { createRollingWindow, WINDOW_MS, type RollingWindow } from '../rolling-window';

/** A request that this gateway admitted, or sent to the store without a reply. */
export interface Admission {
  readonly window: string;
  readonly atMs: number;
  /** A bulk has one number for each operation, of which this is the first. No gateway uses a number twice. */
  readonly number: number;
  readonly requests: number;
  readonly isAdmitted: boolean;
}

/** Admissions in order, few enough that the store adds them in about a millisecond. */
export interface AdmissionBatch {
  readonly admissions: readonly Admission[];
  readonly isClosed: boolean;
}

export interface LocalAdmissions {
  window(name: string): RollingWindow;
  takeNumbers(requests: number): number;
  noteAdmitted(admission: Pick<Admission, 'window' | 'number' | 'requests'>): void;
  /** On return to the store, the gateway removes the request there, because it is counted again. */
  noteWithoutReply(admission: Pick<Admission, 'window' | 'number' | 'requests'>): void;
  batches(options?: { readonly close: boolean }): readonly AdmissionBatch[];
  removeExpired(): void;
}

const MAX_REQUESTS_PER_BATCH = 200;

interface LoggedWindow extends RollingWindow {
  take(atMs: number, requests?: number, number?: number): void;
}

interface OpenBatch {
  readonly admissions: Admission[];
  requests: number;
  isClosed: boolean;
}

export function createLocalAdmissions(now: () => Date): LocalAdmissions {
  const windows = createWindows(now, createLoggedWindow);
  let batches: OpenBatch[] = [];
  let nextNumber = 1;

  function takeNumbers(requests: number): number {
    const number = nextNumber;
    nextNumber += requests;
    return number;
  }

  function record(admission: Admission): void {
    let batch = batches.at(-1);
    if (!batch || batch.isClosed) {
      batches = listRecent(admission.atMs);
      batches.push((batch = { admissions: [], requests: 0, isClosed: false }));
    }
    batch.admissions.push(admission);
    batch.requests += admission.requests;
    batch.isClosed = batch.requests >= MAX_REQUESTS_PER_BATCH;
  }

  const listRecent = (nowMs: number): OpenBatch[] =>
    batches.filter(({ admissions }) => (admissions.at(-1)?.atMs ?? 0) + WINDOW_MS > nowMs);

  function createLoggedWindow(name: string): LoggedWindow {
    const { take, ...window } = createRollingWindow();
    return {
      ...window,
      take(atMs, requests = 1, number = takeNumbers(requests)) {
        take(atMs, requests);
        record({ window: name, atMs, number, requests, isAdmitted: true });
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
      record({ ...admission, atMs: now().getTime(), isAdmitted: false });
    },
    batches({ close } = { close: false }) {
      const nowMs = now().getTime();
      batches = listRecent(nowMs);
      const last = batches.at(-1);
      if (last && close) last.isClosed = true;
      return batches;
    },
  };
}
