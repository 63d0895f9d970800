import { useState } from 'react';
import type { ChangedKind } from '../../../contract/live';
import { recordsChanged } from '../live/records-changed';
import { Refusal } from '../server/refusal';

/** `crypto.randomUUID` exists only on secure origins. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');

/**
 * Sends with one idempotency key per dialog, so that a retry after a lost response changes nothing
 * twice.
 *
 * @param kind the records to reload when the result is unknown
 */
export function useIdempotentSend(kind: ChangedKind) {
  const [key] = useState(newKey);
  return async <T>(send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    try {
      return await send(key);
    } catch (error) {
      const { status, code } = error instanceof Refusal ? error : { status: 0, code: '' };
      const isReused = code === 'idempotency_key_reused';
      if (isReused || status === 0 || status >= 500) void recordsChanged(kind);
      throw isReused ? new Refusal(status, code, SENT_BEFORE) : error;
    }
  };
}

const SENT_BEFORE =
  'Your first request was saved, although the connection failed. Close this dialog to see the result.';
