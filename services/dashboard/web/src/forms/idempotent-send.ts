import { useState } from 'react';
import type { ChangedKind } from '../../../contract/live';
import { reloadRecords } from '../live/reload-records';
import { RequestError } from '../server/request-error';

/** `crypto.randomUUID` exists only on secure origins. */
const createKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');

/**
 * Sends with one idempotency key per dialog, so that a retry after a lost response changes nothing
 * twice.
 *
 * @param kind the records to reload when the result is unknown
 */
export function useIdempotentSend(kind: ChangedKind) {
  const [key] = useState(createKey);
  return async <T>(send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    try {
      return await send(key);
    } catch (error) {
      const { status, code } = error instanceof RequestError ? error : { status: 0, code: '' };
      const isReused = code === 'idempotency_key_reused';
      if (isReused || status === 0 || status >= 500) void reloadRecords(kind);
      throw isReused ? new RequestError(status, code, ALREADY_SAVED) : error;
    }
  };
}

const ALREADY_SAVED =
  'Your first request was saved, although the connection failed. Close this dialog to see the result.';
