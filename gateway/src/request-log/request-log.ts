import type { Found } from '@svc/database';
import { fairShares, type Page } from '@svc/kernel';
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
 * Requests are noted in memory and written in batches. What has no room is dropped: nobody waits for
 * this log, and a company that is refused often takes no room from the others.
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
/** As many as one key may be refused in a minute, where its company has no limit of its own. */
const MOST_AT_ONCE = 1_200;
/** Of a company that is refused all the time: 300,000 in seven days, about 1 GB of the database. */
const MOST_A_MINUTE = 30;
/** Of all companies: to keep a request costs a quarter of what it takes the gateway to refuse it. */
const MOST_A_SECOND = 200;
/** What may come at once after a while in which less did, so that a company may have all of `MOST_AT_ONCE` beside others. */
const MOST_IN_A_BURST = 3 * MOST_AT_ONCE;
/** What may wait to be written; a company may have half of it at most. */
const MOST_BYTES = 16 * 1_024 * 1_024;
/** Of a request beside its address and body. */
const OVERHEAD_BYTES = 300;
/** What could not be written for so long is given up. */
const TRY_FOR_MS = 60_000;

export function requestLog({ store, dropped, log, now }: RequestLogSettings): RequestLog {
  const waiting: LoggedRequest[] = [];
  const memory = fairShares<number>(MOST_BYTES);
  /** How many requests of each company were noted, beyond those that each minute takes back. */
  const noted = new Map<number, number>();
  /** How many of all companies may be noted now, and how many of each were in this second. */
  let free = MOST_IN_A_BURST;
  const inSecond = new Map<number, number>();
  let droppedInMinute = 0;
  /** Whether the last batch was not confirmed: it may have been written. */
  let hasFailed = false;
  let underWay: Promise<void> | undefined;

  function drop(requests: number): void {
    dropped(requests);
    droppedInMinute += requests;
  }

  /** Takes the oldest out of memory, written or not. */
  function forget(batch: readonly LoggedRequest[]): void {
    for (const request of batch) memory.giveBack(request.companyId, bytesOf(request));
    waiting.splice(0, batch.length);
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      try {
        await store.add(batch, hasFailed);
        hasFailed = false;
      } catch (error) {
        hasFailed = true;
        log.warn({ err: error }, 'refused requests not written; it is tried again');
        const old = batch.filter(({ at }) => now().getTime() - at.getTime() > TRY_FOR_MS);
        forget(old);
        drop(old.length);
        return;
      }
      forget(batch);
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
  const seconds = setInterval(() => {
    free = Math.min(free + MOST_A_SECOND, MOST_IN_A_BURST);
    inSecond.clear();
  }, SECOND_MS);
  const minutes = setInterval(() => {
    for (const [companyId, requests] of noted) {
      if (requests > MOST_A_MINUTE) noted.set(companyId, requests - MOST_A_MINUTE);
      else noted.delete(companyId);
    }
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
      const before = noted.get(companyId) ?? 0;
      const justNow = inSecond.get(companyId) ?? 0;
      // In one second, as of memory: a company may have as many as it leaves to the others.
      if (before >= MOST_AT_ONCE || justNow >= free) {
        drop(1);
        return;
      }
      const request = {
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
      };
      const bytes = bytesOf(request);
      if (!memory.take(companyId, bytes)) {
        drop(1);
        return;
      }
      noted.set(companyId, before + 1);
      inSecond.set(companyId, justNow + 1);
      free -= 1;
      waiting.push(request);
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

/** A text takes two bytes a character at most. */
const bytesOf = ({ address, body }: LoggedRequest): number =>
  OVERHEAD_BYTES + 2 * (address.length + (body?.length ?? 0));
