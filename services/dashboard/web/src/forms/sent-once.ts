import { useState } from 'react';
import { Refusal } from '../server/refusal';

/** `crypto.randomUUID` is there on secure origins alone. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');

/**
 * Sends what must happen once under a key that stays for as long as its dialog is open: what was sent,
 * and whose answer was lost, is found done when it is sent again.
 *
 * @param changed has what the page shows read again, where nobody knows what has become of it
 */
export function useSentOnce(changed: () => Promise<void>) {
  const [key] = useState(newKey);
  return async <T>(send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    try {
      return await send(key);
    } catch (error) {
      const { status, code } = error instanceof Refusal ? error : { status: 0, code: '' };
      const isReused = code === 'idempotency_key_reused';
      if (isReused || status === 0 || status >= 500) void changed();
      throw isReused ? new Refusal(status, code, SENT_BEFORE) : error;
    }
  };
}

const SENT_BEFORE =
  'What you sent first has been recorded, although its answer was lost. Close this dialog to see it.';
