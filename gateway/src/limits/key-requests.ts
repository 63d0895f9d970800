import type { Logger } from '@svc/logging';
import { toDay } from './daily-allowance';
import { createWriteBuffer } from '../write-buffer/write-buffer';

/** Requests of one key with one operation on one UTC day. */
export interface KeyRequests {
  readonly companyId: number;
  readonly keyId: number;
  readonly day: number;
  /** `none` if the request named no operation. */
  readonly operation: string;
  readonly requests: number;
  /** Requests whose response was an error. */
  readonly errors: number;
}

export interface CountedRequest extends Pick<KeyRequests, 'companyId' | 'keyId' | 'operation'> {
  readonly isError: boolean;
}

export interface NamedKeyRequests extends Omit<KeyRequests, 'companyId'> {
  readonly keyName: string;
}

export interface KeyRequestStore {
  add(counted: readonly KeyRequests[]): Promise<void>;
  /** The newest day first. */
  list(
    companyId: number,
    firstDay: number,
    keyId?: number | null,
  ): Promise<readonly NamedKeyRequests[]>;
  countByDay(
    companyId: number,
    keyIds: readonly number[],
    firstDay: number,
  ): Promise<readonly Pick<KeyRequests, 'keyId' | 'day' | 'requests'>[]>;
}

export interface KeyRequestCounts extends Omit<KeyRequestStore, 'add'> {
  note(request: CountedRequest): void;
  close(): Promise<void>;
}

interface Counted extends KeyRequests {
  requests: number;
  errors: number;
}

export function createKeyRequestCounts(
  store: KeyRequestStore,
  log: Logger,
  now: () => Date,
): KeyRequestCounts {
  const { note, write, close } = createWriteBuffer<string, Counted>({
    what: 'requests of keys',
    combine(sum, { requests, errors }) {
      sum.requests += requests;
      sum.errors += errors;
      return sum;
    },
    save: (batch) => store.add([...batch.values()]),
    log,
  });
  return {
    note({ companyId, keyId, operation, isError }) {
      const day = toDay(now().getTime());
      const errors = isError ? 1 : 0;
      const counted = { companyId, keyId, day, operation, requests: 1, errors };
      note(`${keyId} ${operation} ${day}`, counted);
    },
    async list(...query) {
      await write();
      return store.list(...query);
    },
    async countByDay(...query) {
      await write();
      return store.countByDay(...query);
    },
    close,
  };
}
