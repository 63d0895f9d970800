import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@svc/contracts';
import { startLoop } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import { WINDOW_MS } from '../rolling-window';
import type { AdmissionBatch, LocalAdmissions } from './local-admissions';
import { StoreLost, type LimitStore } from './store';
import { addAdmissions, openStore, raisePolicyVersion, type KnownStore } from './store-commands';

/**
 * Where a gateway counts requests, and whether it caches keys and companies. Each gateway moves by
 * itself. `gateway/limits.md` has the diagram and the reasons.
 *
 *   single   counts all of each limit in memory; caches keys for up to 60 s
 *   store    counts all of each limit in the shared store; caches keys for up to 60 s
 *   share    counts limit ÷ live gateways (at least 1) in memory; reads the key of each request
 *
 *   (start) → single   without REDIS_URL
 *   (start) → share    with REDIS_URL
 *   share → store      the store has replied for 1 s and holds this gateway's admissions of 60 s
 *   store → share      a command fails or takes 50 ms, the connection ends, or the data is lost
 */
export type LimitMode = 'single' | 'store' | 'share';

const MOVES: Readonly<Record<LimitMode, readonly LimitMode[]>> = {
  single: [],
  store: ['share'],
  share: ['store'],
};

/** A new object after each change of the mode, a key or a company: requests under way compare its identity. */
export type LimitState = { readonly mode: 'share' } | (KnownStore & { readonly mode: 'store' });

export interface GatewayHeartbeats {
  /** @param followedChange the change that the gateway acts on; absent in its first heartbeat. */
  send(gateway: string, followedChange?: number): Promise<Heartbeat>;
  /** Returns the number of the new change. */
  recordChange(): Promise<number>;
  haveAllFollowed(change: number): Promise<boolean>;
  remove(gateway: string): Promise<void>;
}

export interface Heartbeat {
  readonly gateways: number;
  /** The number of the latest change of a key or company. */
  readonly latestChange: number;
}

export interface LimitModeController {
  readonly gateway: string;
  state(): LimitState;
  shareOf(limit: number): number;
  mayUseCachedKeys(): boolean;
  /** Forgets cached keys, because the store has a newer policy version. */
  adoptPolicyVersion(policyVersion: string): void;
  /** Resolves when no gateway uses keys from before the change. @throws if that takes long. */
  announceChange(): Promise<void>;
  leaveResetStore(): void;
  close(): Promise<void>;
}

export interface LimitModeSettings {
  readonly heartbeats: GatewayHeartbeats;
  readonly store: LimitStore;
  readonly localAdmissions: LocalAdmissions;
  readonly forget: () => void;
  readonly now: () => Date;
  readonly log: Logger;
}

const HEARTBEAT_MS = 500;
/** Less than `MAY_USE_CACHED_KEYS` in `persistence/gateway-heartbeats.ts`, how long a change waits for a silent gateway. */
const MAX_HEARTBEAT_AGE_MS = 9_000;
const CHECK_STORE_MS = 500;
const RETRY_STORE_MS = 100;
/** Within this time all gateways that lost the store add their admissions, before any relies on it. */
const MIN_REPLYING_MS = 1_000;
const MAX_CONNECT_MS = 2_000;
const RETRY_CONNECT_MS = 20;
const MAX_ANNOUNCE_MS = 12_000;
const RETRY_ANNOUNCE_MS = 50;

const STORE_RESET = new StoreLost('has lost its data');

export async function startLimitMode(settings: LimitModeSettings): Promise<LimitModeController> {
  const { heartbeats, store, localAdmissions, forget, now, log } = settings;
  const id = randomUUID();
  // The store repeats it in each admission, so it is short.
  const [gateway = id] = id.split('-');
  let state: LimitState = { mode: 'share' };
  let gateways = 1;
  let heartbeatAtMs = -Infinity;
  let followedChange: number | undefined;
  let repliesSinceMs = Infinity;
  let sentTo = { storeId: '', batches: new Set<AdmissionBatch>() };

  function moveTo(next: LimitState): void {
    if (!MOVES[state.mode].includes(next.mode)) {
      throw new Error(`No gateway moves from ${state.mode} to ${next.mode}.`);
    }
    state = next;
  }

  /** Synchronous, so that no later reply of the store counts. */
  function leaveStore({ message }: StoreLost): void {
    repliesSinceMs = Infinity;
    sentTo = { storeId: '', batches: new Set() };
    if (state.mode !== 'store') return;
    moveTo({ mode: 'share' });
    store.failPending();
    log.warn(`${message} This gateway counts its share of the limits.`);
  }

  async function returnToStore(minReplyingMs: number): Promise<void> {
    if (!(await store.tryLoadScripts())) return;
    repliesSinceMs = Math.min(repliesSinceMs, performance.now());
    const known = await openStore(store, randomUUID());
    if (sentTo.storeId !== known.storeId) sentTo = { storeId: known.storeId, batches: new Set() };
    for (const batch of localAdmissions.batches()) {
      if (batch.isClosed && !sentTo.batches.has(batch)) await sendBatch(batch);
    }
    if (performance.now() - repliesSinceMs < minReplyingMs) return;
    // Not awaited, because the store runs commands in the order sent.
    for (const batch of localAdmissions.batches({ close: true })) {
      if (!sentTo.batches.has(batch)) sendBatch(batch).catch(() => undefined);
    }
    forget();
    moveTo({ mode: 'store', ...known });
    log.info('counting limits in the shared store');
  }

  async function sendBatch(batch: AdmissionBatch): Promise<void> {
    const { storeId, batches } = sentTo;
    const nowMs = now().getTime();
    const admissions = batch.admissions.filter(({ atMs }) => atMs + WINDOW_MS > nowMs);
    const reply = await addAdmissions(store, storeId, { gateway, admissions, nowMs });
    if (reply === 'storeReset') {
      leaveStore(STORE_RESET);
      throw STORE_RESET;
    }
    batches.add(batch);
  }

  /** Finds an emptied store, which lacks this gateway's admissions, even without requests. */
  async function checkStore(storeId: string): Promise<void> {
    const found = await openStore(store, randomUUID());
    if (found.storeId !== storeId) leaveStore(STORE_RESET);
  }

  async function sendHeartbeat(): Promise<void> {
    const startedMs = performance.now();
    const found = await heartbeats.send(id, followedChange);
    heartbeatAtMs = startedMs;
    gateways = found.gateways;
    if (found.latestChange === followedChange) return;
    followedChange = found.latestChange;
    recheckRequests();
  }

  function recheckRequests(): void {
    forget();
    // A new object, so that requests under way are checked again.
    state = { ...state };
  }

  async function tryAnnounceInStore(): Promise<boolean> {
    if (state.mode !== 'store') return false;
    try {
      const reply = await raisePolicyVersion(store, state.storeId);
      if (reply === 'storeReset') leaveStore(STORE_RESET);
      return reply === 'done';
    } catch {
      return false;
    }
  }

  const isInStore = (): boolean => state.mode === 'store';

  store.onLost(leaveStore);
  await sendHeartbeat();
  const connectedBy = performance.now() + MAX_CONNECT_MS;
  while (!isInStore() && performance.now() < connectedBy) {
    await returnToStore(0).catch(() => undefined);
    if (!isInStore()) await pause(RETRY_CONNECT_MS);
  }

  const heartbeatLoop = startLoop({
    async work() {
      try {
        const before = followedChange;
        await sendHeartbeat();
        // Confirms at once, because a change waits for it.
        return before === followedChange ? 'done' : 'more';
      } catch (error) {
        log.warn({ err: error }, 'heartbeat of this gateway failed; will retry');
        return 'failed';
      }
    },
    pollMs: HEARTBEAT_MS,
  });
  const storeLoop = startLoop({
    async work() {
      const check =
        state.mode === 'store' ? checkStore(state.storeId) : returnToStore(MIN_REPLYING_MS);
      // Where it fails, `leaveStore` has been called.
      await check.catch(() => undefined);
      return { pollMs: isInStore() ? CHECK_STORE_MS : RETRY_STORE_MS };
    },
    pollMs: CHECK_STORE_MS,
  });

  return {
    gateway,
    state: () => state,
    shareOf: (limit) => (limit === 0 ? 0 : Math.max(Math.floor(limit / gateways), 1)),
    mayUseCachedKeys: () =>
      state.mode === 'store' && performance.now() - heartbeatAtMs < MAX_HEARTBEAT_AGE_MS,
    adoptPolicyVersion(version) {
      if (state.mode !== 'store' || state.policyVersion === version) return;
      state = { ...state, policyVersion: version };
      forget();
    },
    async announceChange() {
      forget();
      if (await tryAnnounceInStore()) return;
      const change = await heartbeats.recordChange();
      const deadlineMs = performance.now() + MAX_ANNOUNCE_MS;
      while (performance.now() < deadlineMs) {
        heartbeatLoop.wake();
        if (await heartbeats.haveAllFollowed(change).catch(() => false)) return;
        await pause(RETRY_ANNOUNCE_MS);
      }
      throw new DomainError(
        'internal_error',
        'Not every gateway has confirmed the change; old rights may apply for up to a minute. Check whether it was made, then try again.',
      );
    },
    leaveResetStore: () => leaveStore(STORE_RESET),
    async close() {
      await Promise.all([heartbeatLoop.stop(), storeLoop.stop()]);
      await heartbeats.remove(id);
      store.close();
    },
  };
}
