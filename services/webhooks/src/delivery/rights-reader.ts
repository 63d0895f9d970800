import { KEY_RIGHTS, type Caller, type KeyRights } from '@svc/contracts';
import { batchQueries } from '@svc/database';
import type { ServiceClient } from '@svc/http';
import type { Logger } from '@svc/logging';
import { newUlid } from '@svc/outbox';
import { LRUCache } from 'lru-cache';

export interface RightsReader {
  /** At most two seconds old; null for a revoked key. Rejects when the gateway does not respond. */
  rightsOf(keyId: number): Promise<KeyRights | null>;
  /** False for two seconds after a failed request. */
  isAnswered(): boolean;
}

/** A revoked key's subscriptions get nothing that begins later than this. */
const ANSWER_HOLDS_MS = 2_000;
const ASK_AGAIN_AFTER_MS = 2_000;
const MAX_REMEMBERED_KEYS = 10_000;

/** Reads the rights of all keys that are requested together in one call. */
export function rightsReader(gateway: Pick<ServiceClient, 'read'>, log: Logger): RightsReader {
  let isAway = false;
  let askAgainAtMs = -Infinity;

  const ask = batchQueries<number, Answer>(async (keyIds) => {
    const askedAtMs = performance.now();
    try {
      const ids = [...new Set(keyIds)].join();
      const read = await gateway.read<KeyRights[]>(`${KEY_RIGHTS}?ids=${ids}`, aboutKeys());
      if (!read) throw new Error(`The gateway has no ${KEY_RIGHTS}.`);
      const found = new Map(read.map((rights) => [rights.key_id, rights]));
      if (isAway) log.info('the gateway tells the rights of keys, subscriptions are sent');
      isAway = false;
      return keyIds.map((keyId) => ({ askedAtMs, rights: found.get(keyId) ?? null }));
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'rights of keys are not known, subscriptions wait');
      isAway = true;
      askAgainAtMs = performance.now() + ASK_AGAIN_AFTER_MS;
      throw error;
    }
  });

  const answers = new LRUCache<number, Answer>({
    max: MAX_REMEMBERED_KEYS,
    ttl: ANSWER_HOLDS_MS,
    async fetchMethod(keyId, _before, { options }) {
      const answer = await ask(keyId);
      // Counted from the request: the gateway looked later than that.
      options.ttl = Math.max(1, answer.askedAtMs + ANSWER_HOLDS_MS - performance.now());
      return answer;
    },
  });

  return {
    async rightsOf(keyId) {
      const answer = await answers.fetch(keyId);
      if (!answer) throw new Error(`The rights of key ${keyId} were not read.`);
      return answer.rights;
    },
    isAnswered: () => performance.now() >= askAgainAtMs,
  };
}

interface Answer {
  readonly askedAtMs: number;
  readonly rights: KeyRights | null;
}

const aboutKeys = (): Caller => ({
  reach: 'internal',
  companyId: 0,
  zone: 'UTC',
  country: '',
  actor: 'scheduled',
  scopes: [],
  requestId: newUlid(),
});
