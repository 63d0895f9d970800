import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@svc/contracts';
import { startLoop } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import { WINDOW_MS } from '../rolling-window';
import type { AdmissionStep, OwnAdmissions } from './own-admissions';
import type { GatewayHeartbeats } from './gateway-heartbeats';
import { StoreLost, type LimitStore } from './store';
import { addAdmissions, openStore, raisePolicyVersion, type KnownStore } from './store-commands';

/**
 * Where a gateway counts requests. Each gateway moves by itself, and they agree on nothing.
 *
 * | Mode     | What a limit of a minute admits                                      | Keys and companies         |
 * | -------- | -------------------------------------------------------------------- | -------------------------- |
 * | `single` | the limit, counted in memory: there is no other gateway              | remembered, 60 s at most   |
 * | `store`  | the limit, counted in the shared store for all gateways that reach it | remembered, 60 s at most   |
 * | `share`  | limit ÷ live gateways (rounded down, at least 1), less what this      | read from PostgreSQL for   |
 * |          | gateway admitted in the last 60 seconds, in whichever mode            | every request              |
 *
 * | From     | To       | When                                                                                   |
 * | -------- | -------- | -------------------------------------------------------------------------------------- |
 * | (start)  | `single` | there is no REDIS_URL                                                                  |
 * | (start)  | `share`  | there is one                                                                           |
 * | `share`  | `store`  | the store has answered for a second (at a start: once) and holds all that this gateway |
 * |          |          | admitted in the last 60 seconds                                                        |
 * | `store`  | `share`  | a command is refused or not answered within 50 ms, the connection ends, or the store   |
 * |          |          | has lost its data (the id in it is another one)                                        |
 *
 * So limits are exact while all gateways are in `store`. While some are not, a company may get at most twice a
 * limit of a minute, for at most 60 seconds. Limits of a day are exact in every mode: PostgreSQL hands out their units.
 *
 * A change of a key or company is answered when no gateway admits a request by what it remembered before:
 *
 * - The version of the policy in the store is raised; the script that counts a request compares it.
 * - Where the store cannot be told, the version in PostgreSQL is raised. A gateway reads it with each heartbeat,
 *   forgets its keys, and confirms it with the next heartbeat. The change waits for all gateways, but for those that
 *   have been silent for so long that they no longer use remembered keys.
 */
export type LimitMode = 'single' | 'store' | 'share';

const MOVES: Readonly<Record<LimitMode, readonly LimitMode[]>> = {
  single: [],
  store: ['share'],
  share: ['store'],
};

/** The mode, and what requests are judged by in it; another object after each change of either. */
export type LimitState = { readonly mode: 'share' } | (KnownStore & { readonly mode: 'store' });

export interface SharedLimitMode {
  /** This gateway's name in the store. */
  readonly gateway: string;
  state(): LimitState;
  /** How many requests of a limit this gateway may admit in a minute in `share`. */
  shareOf(limit: number): number;
  /** Whether remembered keys may be used. */
  mayRemember(): boolean;
  /** The store has another version of the policy: remembered keys are forgotten. */
  followPolicy(policyVersion: string): void;
  /** Resolves when no gateway admits a request by what it remembered before. @throws when that takes too long. */
  announceChange(): Promise<void>;
  /** The store has lost its data: moves to `share`. */
  leaveResetStore(): void;
  close(): Promise<void>;
}

export interface LimitModeSettings {
  readonly heartbeats: GatewayHeartbeats;
  readonly store: LimitStore;
  readonly ownAdmissions: OwnAdmissions;
  /** Forgets all remembered keys. */
  readonly forget: () => void;
  readonly now: () => Date;
  readonly log: Logger;
}

const HEARTBEAT_MS = 500;
/** Shorter than the time for which PostgreSQL takes a gateway for one that uses remembered keys. */
const MAX_HEARTBEAT_AGE_MS = 9_000;
const CHECK_STORE_MS = 500;
const RETRY_STORE_MS = 100;
/** In this time all gateways that lost the store come back, and tell what they admitted before anyone counts there. */
const ANSWERS_FOR_MS = 1_000;
/** How long a start waits for the store before it goes on without. */
const MAX_CONNECT_MS = 2_000;
const RETRY_CONNECT_MS = 20;
const MAX_ANNOUNCE_MS = 12_000;
const RETRY_ANNOUNCE_MS = 50;

const RESET = new StoreLost('has lost its data');

export async function startLimitMode(settings: LimitModeSettings): Promise<SharedLimitMode> {
  const { heartbeats, store, ownAdmissions, forget, now, log } = settings;
  const id = randomUUID();
  const [gateway = id] = id.split('-');
  let state: LimitState = { mode: 'share' };
  let gateways = 1;
  let heartbeatAtMs = -Infinity;
  /** In PostgreSQL, as this gateway acts on it. */
  let policyVersion: number | undefined;
  let answersSinceMs = Infinity;
  /** What the store with this id has been told. */
  let told = { storeId: '', steps: new Set<AdmissionStep>() };

  function moveTo(next: LimitState): void {
    if (!MOVES[state.mode].includes(next.mode)) {
      throw new Error(`No gateway moves from ${state.mode} to ${next.mode}.`);
    }
    state = next;
  }

  /** Synchronous, so that no reply of the store counts after it. */
  function leaveStore({ message }: StoreLost): void {
    answersSinceMs = Infinity;
    told = { storeId: '', steps: new Set() };
    if (state.mode !== 'store') return;
    moveTo({ mode: 'share' });
    store.giveUp();
    log.warn(`${message} This gateway counts its share of the limits.`);
  }

  async function returnToStore(answersForMs: number): Promise<void> {
    if (!(await store.isReachable())) return;
    answersSinceMs = Math.min(answersSinceMs, performance.now());
    const known = await openStore(store, randomUUID());
    if (told.storeId !== known.storeId) told = { storeId: known.storeId, steps: new Set() };
    for (const step of ownAdmissions.steps()) {
      if (step.isClosed && !told.steps.has(step)) await tell(step);
    }
    if (performance.now() - answersSinceMs < answersForMs) return;
    // Not waited for: commands run in the order in which they are sent, so that all that follows counts after them.
    for (const step of ownAdmissions.steps({ close: true })) {
      if (!told.steps.has(step)) tell(step).catch(() => undefined);
    }
    forget();
    moveTo({ mode: 'store', ...known });
    log.info('counting limits in the shared store');
  }

  async function tell(step: AdmissionStep): Promise<void> {
    const { storeId, steps } = told;
    const nowMs = now().getTime();
    const admissions = step.admissions.filter(({ atMs }) => atMs + WINDOW_MS > nowMs);
    const reply = await addAdmissions(store, storeId, { gateway, admissions, nowMs });
    if (reply === 'storeReset') {
      leaveStore(RESET);
      throw RESET;
    }
    steps.add(step);
  }

  /** An emptied store is noticed without a request, too: others count there what this gateway has not told it. */
  async function checkStore(storeId: string): Promise<void> {
    const found = await openStore(store, randomUUID());
    if (found.storeId !== storeId) leaveStore(RESET);
  }

  async function sendHeartbeat(): Promise<void> {
    const startedMs = performance.now();
    const found = await heartbeats.send(id, policyVersion);
    heartbeatAtMs = startedMs;
    gateways = found.gateways;
    if (found.policyVersion === policyVersion) return;
    policyVersion = found.policyVersion;
    judgeAnew();
  }

  /** Requests that were judged by remembered keys are judged again. */
  function judgeAnew(): void {
    forget();
    state = { ...state };
  }

  async function isAnnounced(): Promise<boolean> {
    if (state.mode !== 'store') return false;
    try {
      const reply = await raisePolicyVersion(store, state.storeId);
      if (reply === 'storeReset') leaveStore(RESET);
      return reply === 'done';
    } catch {
      // The store is lost, which this gateway has noticed.
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

  const beating = startLoop({
    async work() {
      try {
        const before = policyVersion;
        await sendHeartbeat();
        // Confirmed at once: a change waits for it.
        return before === policyVersion ? 'done' : 'more';
      } catch (error) {
        log.warn({ err: error }, 'heartbeat of this gateway failed; will retry');
        return 'failed';
      }
    },
    pollMs: HEARTBEAT_MS,
  });
  const watching = startLoop({
    async work() {
      try {
        await (state.mode === 'store' ? checkStore(state.storeId) : returnToStore(ANSWERS_FOR_MS));
      } catch {
        // The store is lost, which this gateway has noticed.
      }
      return { pollMs: isInStore() ? CHECK_STORE_MS : RETRY_STORE_MS };
    },
    pollMs: CHECK_STORE_MS,
  });

  return {
    gateway,
    state: () => state,
    shareOf: (limit) => (limit === 0 ? 0 : Math.max(Math.floor(limit / gateways), 1)),
    mayRemember: () =>
      state.mode === 'store' && performance.now() - heartbeatAtMs < MAX_HEARTBEAT_AGE_MS,
    followPolicy(version) {
      if (state.mode !== 'store' || state.policyVersion === version) return;
      state = { ...state, policyVersion: version };
      forget();
    },
    async announceChange() {
      forget();
      if (await isAnnounced()) return;
      const version = await heartbeats.raisePolicyVersion();
      const deadlineMs = performance.now() + MAX_ANNOUNCE_MS;
      while (performance.now() < deadlineMs) {
        beating.wake();
        if (await heartbeats.haveAllFollowed(version).catch(() => false)) return;
        await pause(RETRY_ANNOUNCE_MS);
      }
      throw new DomainError(
        'internal_error',
        'The change is made, but not every gateway knows of it yet.',
      );
    },
    leaveResetStore: () => leaveStore(RESET),
    async close() {
      await Promise.all([beating.stop(), watching.stop()]);
      await heartbeats.remove(id);
      store.close();
    },
  };
}
