import type { ListPage } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { GatewayResponse } from '../admission/response';
import type { Exchange } from '../admission/exchange';
import { FIRST_ERROR_STATUS, type LoggedOutcome } from '../admission/log-response';
import { startWriting } from '../write-buffer/start-writing';
import { toExplanation } from './explanation';
import { createNewNames } from './new-names';
import { toLoggedAddress, toLoggedBody, type LoggedRequest } from './logged-request';

export interface RequestFilter {
  readonly statuses?: readonly [number, number] | undefined;
  readonly error?: string | undefined;
  readonly keyId?: number | undefined;
  readonly method?: string | undefined;
  readonly requestId?: string | undefined;
  readonly place?: number | undefined;
  readonly address?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** An id: requests after it, oldest first. Otherwise the newest is first. */
  readonly after?: number | undefined;
}

export interface StoredRequest extends LoggedRequest {
  readonly id: number;
  readonly keyName: string;
}

/** Requests of one UTC day with one error code, or else one status. */
export interface RejectionCount {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly error: string;
  readonly requests: number;
}

export interface RequestLogStore {
  /** Requests that an earlier `add` has stored stay as they are. */
  add(requests: readonly LoggedRequest[]): Promise<void>;
  list(companyId: number, filter: RequestFilter, page: Page): Promise<ListPage<StoredRequest>>;
  /** Ids of keys that the company's latest 1,000 logged requests used. */
  findKeys(companyId: number): Promise<ReadonlySet<number>>;
  count(companyId: number, since: Date): Promise<readonly RejectionCount[]>;
}

/** An operation of a bulk, as the single call that it stands for. */
export interface LoggedOperation {
  readonly place: number;
  readonly method: string;
  readonly url: string;
  readonly body: Buffer;
}

/** A company's requests of seven days; what exceeds the bounds is counted and dropped. */
export interface RequestLog extends Pick<RequestLogStore, 'list' | 'count' | 'findKeys'> {
  note(exchange: Exchange, outcome: LoggedOutcome, operation?: LoggedOperation): void;
  /** Notes an accepted request for the ignored names that its key has not used in this hour. */
  noteIgnored(exchange: Exchange, response: Pick<GatewayResponse, 'status' | 'ignoredNames'>): void;
  close(): Promise<void>;
}

export interface RequestLogSettings {
  readonly store: RequestLogStore;
  readonly countDropped: (requests: number) => void;
  readonly log: Logger;
  readonly now: () => Date;
}

const SECOND_MS = 1_000;
const MAX_BATCH = 500;
const MINUTE_MS = 60_000;
/** About 2 GB for a company that is always rejected. */
const MAX_PER_COMPANY_AND_MINUTE = 60;
/** Logging a request costs a quarter of its rejection. */
const MAX_PER_SECOND = 200;
/** Bounds the unwritten requests to 2,000, or 20 MB. */
const MAX_WAIT_MS = 10_000;

export function createRequestLog({
  store,
  countDropped,
  log,
  now,
}: RequestLogSettings): RequestLog {
  const waiting: LoggedRequest[] = [];
  const loggedInMinute = new Map<number, number>();
  let loggedInSecond = 0;
  let droppedInMinute = 0;
  let underWay: Promise<void> | undefined;

  function drop(requests: number): void {
    countDropped(requests);
    droppedInMinute += requests;
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      try {
        await store.add(batch);
      } catch (error) {
        log.warn({ err: error }, 'rejected requests not written; will retry');
        const old = batch.filter(({ at }) => now().getTime() - at.getTime() > MAX_WAIT_MS);
        waiting.splice(0, old.length);
        drop(old.length);
        return;
      }
      waiting.splice(0, batch.length);
    }
  }

  /** One write at a time, so that ids have the order of writing. */
  async function write(): Promise<void> {
    if (waiting.length === 0) return;
    underWay ??= writeAll().finally(() => {
      underWay = undefined;
    });
    await underWay;
  }

  const writing = startWriting({
    what: 'rejected requests',
    write,
    isWritten: () => waiting.length === 0,
    everyMs: SECOND_MS,
    log,
  });
  const seconds = setInterval(() => (loggedInSecond = 0), SECOND_MS);
  const minutes = setInterval(() => {
    loggedInMinute.clear();
    if (droppedInMinute > 0)
      log.warn({ requests: droppedInMinute }, 'rejected requests dropped from the request log');
    droppedInMinute = 0;
  }, MINUTE_MS);
  const newNames = createNewNames(now);
  seconds.unref();
  minutes.unref();

  const note: RequestLog['note'] = (
    { id: requestId, key, request, body },
    { status, error, response },
    operation,
  ) => {
    if (!key) return;
    const { method = '', url = '' } = operation ?? request;
    const companyId = key.company.id;
    const noted = loggedInMinute.get(companyId) ?? 0;
    if (noted >= MAX_PER_COMPANY_AND_MINUTE || loggedInSecond >= MAX_PER_SECOND) {
      drop(1);
      return;
    }
    loggedInMinute.set(companyId, noted + 1);
    loggedInSecond += 1;
    waiting.push({
      requestId,
      place: operation?.place ?? null,
      companyId,
      keyId: key.id,
      at: now(),
      method,
      address: toLoggedAddress(url),
      status,
      error: error ?? null,
      body: toLoggedBody(operation ? operation.body : body),
      ...toExplanation(response),
    });
  };

  return {
    note,
    noteIgnored(exchange, { status, ignoredNames }) {
      const { key, operation } = exchange;
      if (!key || !operation || !ignoredNames || status >= FIRST_ERROR_STATUS) return;
      const names = newNames.listNew(key.id, operation.name, ignoredNames);
      if (names.length === 0) return;
      const errors = names.map((field) => ({
        field,
        message: `${operation.name} ignored ${field}.`,
      }));
      note(exchange, { status, error: undefined, response: JSON.stringify({ errors }) });
    },
    async list(...query) {
      await write();
      return store.list(...query);
    },
    async findKeys(companyId) {
      await write();
      return store.findKeys(companyId);
    },
    async count(...query) {
      await write();
      return store.count(...query);
    },
    async close() {
      clearInterval(seconds);
      clearInterval(minutes);
      await writing.close();
    },
  };
}
