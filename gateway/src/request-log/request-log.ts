import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { Exchange } from '../admission/exchange';
import type { Outcome } from '../admission/log-answer';
import { keepWriting } from '../noted/keep-writing';
import { shownAddress, shownBody, type LoggedRequest } from './logged-request';

/** Which requests are asked for. */
export interface RequestFilter {
  /** From and to which status, both inclusive. */
  readonly statuses?: readonly [number, number] | undefined;
  readonly error?: string | undefined;
  readonly keyId?: number | undefined;
  readonly method?: string | undefined;
  readonly requestId?: string | undefined;
  /** Of an operation of a bulk. */
  readonly place?: number | undefined;
  /** A text that the address holds, in small or capital letters. */
  readonly address?: string | undefined;
  /** Answered at this time or later, and before that. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Kept after this one: the oldest first, where otherwise the newest is. */
  readonly after?: number | undefined;
}

/** A request as it is kept, with the name of its key. */
export interface KeptRequest extends LoggedRequest {
  /** Grows with each that is kept, in the order in which others see them. */
  readonly id: number;
  readonly keyName: string;
}

/** Where refused and failed requests are kept, for seven days. */
export interface RequestLogStore {
  /** Some of them may be kept already where an `add` of them has failed before. */
  add(requests: readonly LoggedRequest[], isRepeated: boolean): Promise<void>;
  list(companyId: number, filter: RequestFilter, page: Page): Promise<Found<KeptRequest>>;
}

/** What is noted in place of the request itself: an operation of a bulk, as the single call would have been. */
export interface Noted {
  readonly place: number;
  readonly method: string;
  readonly url: string;
  readonly body: Buffer;
}

/**
 * The log of refused and failed requests that a company's people read.
 *
 * Requests are noted in memory and written in batches. What exceeds the bound is counted and dropped.
 */
export interface RequestLog extends Pick<RequestLogStore, 'list'> {
  /** Notes a request with a known key, or an operation of it. */
  note(exchange: Exchange, outcome: Outcome, operation?: Noted): void;
  /** Writes what is left; where that fails, tries again for two seconds. */
  close(): Promise<void>;
}

export interface RequestLogSettings {
  readonly store: RequestLogStore;
  /** Counts what is dropped. */
  readonly dropped: (requests: number) => void;
  readonly log: Logger;
  readonly now: () => Date;
}

const SECOND_MS = 1_000;
/** Enough that a request costs little, few enough that preparing a batch takes a few milliseconds. */
const BATCH = 500;
const MINUTE_MS = 60_000;
/** Of a company that is refused all the time: 600,000 in seven days, about 2 GB of the database. */
const MAX_PER_COMPANY_AND_MINUTE = 60;
/** Of all companies: to log a request costs a quarter of what it takes the gateway to refuse it. */
const MAX_PER_SECOND = 200;
/** What could not be written for so long is dropped: 2,000 requests at most, which take 20 MB. */
const MAX_WAIT_MS = 10_000;

export function requestLog({ store, dropped, log, now }: RequestLogSettings): RequestLog {
  const waiting: LoggedRequest[] = [];
  const ofMinute = new Map<number, number>();
  let ofSecond = 0;
  let droppedInMinute = 0;
  /** Whether the last batch was not confirmed: it may have been written. */
  let hasFailed = false;
  let underWay: Promise<void> | undefined;

  function drop(requests: number): void {
    dropped(requests);
    droppedInMinute += requests;
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      try {
        await store.add(batch, hasFailed);
        hasFailed = false;
      } catch (error) {
        hasFailed = true;
        log.warn({ err: error }, 'refused requests not written; will retry');
        const old = batch.filter(({ at }) => now().getTime() - at.getTime() > MAX_WAIT_MS);
        waiting.splice(0, old.length);
        drop(old.length);
        return;
      }
      waiting.splice(0, batch.length);
    }
  }

  /** Writes what waits; one at a time, as the order of what is kept is that of writing. */
  async function write(): Promise<void> {
    if (waiting.length === 0) return;
    underWay ??= writeAll().finally(() => {
      underWay = undefined;
    });
    await underWay;
  }

  const writing = keepWriting({
    what: 'refused requests',
    write,
    isWritten: () => waiting.length === 0,
    everyMs: SECOND_MS,
    log,
  });
  // Apart from the writes, one of which may take longer.
  const seconds = setInterval(() => (ofSecond = 0), SECOND_MS);
  const minutes = setInterval(() => {
    ofMinute.clear();
    if (droppedInMinute > 0) log.warn({ requests: droppedInMinute }, 'refused requests not kept');
    droppedInMinute = 0;
  }, MINUTE_MS);
  seconds.unref();
  minutes.unref();

  return {
    note({ id: requestId, key, request: asked, body }, { status, error }, operation) {
      if (!key) return;
      const { method = '', url = '' } = operation ?? asked;
      const companyId = key.company.id;
      const noted = ofMinute.get(companyId) ?? 0;
      if (noted >= MAX_PER_COMPANY_AND_MINUTE || ofSecond >= MAX_PER_SECOND) {
        drop(1);
        return;
      }
      ofMinute.set(companyId, noted + 1);
      ofSecond += 1;
      waiting.push({
        requestId,
        place: operation?.place ?? null,
        companyId,
        keyId: key.id,
        at: now(),
        method,
        address: shownAddress(url),
        status,
        error: error ?? null,
        body: shownBody(operation ? operation.body : body),
      });
    },
    async list(...asked) {
      await write();
      return store.list(...asked);
    },
    async close() {
      clearInterval(seconds);
      clearInterval(minutes);
      await writing.close();
    },
  };
}
