import { createWindows } from '../gateway-share';
import { createRollingWindow, WINDOW_MS, type RollingWindow } from '../rolling-window';

/** A request that this gateway admitted, or whose reply from the store was lost. */
export interface Admission {
  readonly window: string;
  readonly atMs: number;
  /** A bulk has one number for each operation. No gateway uses a number twice. */
  readonly firstNumber: number;
  readonly requests: number;
  /** False if the reply was lost: the request is counted again, under another number. */
  readonly isAdmitted: boolean;
}

/** In order, and few enough that the store adds them in about a millisecond. */
export interface AdmissionBatch {
  readonly admissions: readonly Admission[];
  readonly isClosed: boolean;
}

export interface LocalAdmissions {
  window(name: string): RollingWindow;
  issueNumbers(requests: number): number;
  noteAdmitted(admission: Pick<Admission, 'window' | 'firstNumber' | 'requests'>): void;
  noteWithoutReply(admission: Pick<Admission, 'window' | 'firstNumber' | 'requests'>): void;
  batches(options?: { readonly close: boolean }): readonly AdmissionBatch[];
  removeExpired(): void;
}

const MAX_REQUESTS_PER_BATCH = 200;

interface RecordingWindow extends RollingWindow {
  add(atMs: number, requests?: number, firstNumber?: number): void;
}

interface OpenBatch {
  readonly admissions: Admission[];
  requests: number;
  isClosed: boolean;
}

export function createLocalAdmissions(now: () => Date): LocalAdmissions {
  const windows = createWindows(now, createRecordingWindow);
  let batches: OpenBatch[] = [];
  let nextNumber = 1;

  function issueNumbers(requests: number): number {
    const firstNumber = nextNumber;
    nextNumber += requests;
    return firstNumber;
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

  function createRecordingWindow(name: string): RecordingWindow {
    const { add, ...window } = createRollingWindow();
    return {
      ...window,
      add(atMs, requests = 1, firstNumber = issueNumbers(requests)) {
        add(atMs, requests);
        record({ window: name, atMs, firstNumber, requests, isAdmitted: true });
      },
    };
  }

  return {
    ...windows,
    issueNumbers,
    noteAdmitted({ window, firstNumber, requests }) {
      windows.window(window).add(now().getTime(), requests, firstNumber);
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
