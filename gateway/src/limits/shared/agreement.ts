import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@svc/contracts';
import { startLoop } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import { addWindows, OF_ANOTHER, OWN } from './add-windows';
import type { AdmittedLog, Ages } from './admitted-log';
import type { AgreedState, AgreementTable, Heartbeat } from './agreement-table';
import type {
  CountingByShare,
  CountingInStore,
  CountingMode,
  KnownAdmissions,
} from './counting-mode';
import { AGREEMENT_KEY } from './keys';
import { later, missingIn } from './missing-gateways';
import { othersLog } from './others-log';
import { CHANGE_TERMS, CHECK_GENERATION, JOIN, Verdict } from './scripts';
import type { LimitStore } from './store';

/**
 * Where the gateways count: all in the store, or each by itself.
 *
 * Either all do or none does: as soon as one gateway cannot reach the store, none counts there any
 * more. A gateway that went on alone would admit up to the whole limit, on top of the share of the
 * one that lost the store. Nor would it learn of a change that the other cannot announce there.
 */
export interface Agreement {
  /** Tells this gateway from the others. */
  readonly gateway: string;
  mode(): CountingMode;
  /** Whether remembered keys may be used: any change of them would have reached this gateway. */
  mayRemember(): boolean;
  /** The store has newer terms: forgets the remembered keys. */
  termsChanged(terms: number): void;
  /**
   * Announces to every gateway that a key or company has changed; resolves when none admits on older
   * terms.
   *
   * @throws when a gateway could not be reached.
   */
  announceChange(): Promise<void>;
  /** This gateway can no longer count in the store: nobody does, until all can. */
  leaveStore(inStore: CountingInStore): void;
  /** Checks the agreement now: another gateway has changed it. */
  wake(): void;
  /** How many gateways divide the limits. */
  gateways(): number;
  /** What other gateways admitted in the last minute, as far as this one knows. */
  admittedByOthers(): Readonly<Record<string, Ages>>;
  close(): Promise<void>;
}

export interface AgreementSettings {
  readonly table: AgreementTable;
  readonly store: LimitStore;
  readonly admitted: AdmittedLog;
  /** Called whenever a remembered key may be outdated. */
  readonly forget: () => void;
  /** Wakes the other gateways. */
  readonly nudge: () => void;
  readonly now: () => Date;
  readonly log: Logger;
}

const HEARTBEAT_MS = 500;
const HEARTBEAT_BY_SHARE_MS = 200;
/** For so long before its death it is not known what a gateway admitted, where the store is lost as well. */
const READ_LOG_EVERY_MS = 200;
/** The longest that requests wait for the counts of a gateway that hangs; the others send theirs in milliseconds. */
const EXCHANGE_WITHIN_MS = 1_000;
const EXCHANGE_EVERY_MS = 5;
/** Shorter than the time for which PostgreSQL counts a gateway among those that use remembered keys. */
const LEASE_MS = 9_000;
const ANNOUNCE_WITHIN_MS = 12_000;
/** How long a start waits for the store before it goes on without. */
const CONNECT_WITHIN_MS = 2_000;

/** Why a store that does answer is given up. */
const FORGOTTEN = 'it does not know this generation';

export async function agreement(settings: AgreementSettings): Promise<Agreement> {
  const { table, store, admitted, forget, nudge, now, log } = settings;
  const gateway = randomUUID();
  const others = othersLog(gateway, store, now);
  let mode: CountingMode = {
    isInStore: false,
    generation: 0,
    gateways: 1,
    settled: Promise.resolve(),
    missing: [],
  };
  let lastHeartbeatMs = 0;
  let isClosed = false;
  /** The first check is followed by another one in any case. */
  let checkAgain = (): void => undefined;

  async function sendHeartbeat(heartbeat: Omit<Heartbeat, 'gateway'>): Promise<AgreedState> {
    const startedMs = performance.now();
    const agreed = await table.sendHeartbeat({ gateway, ...heartbeat });
    lastHeartbeatMs = startedMs;
    return agreed;
  }

  /** Synchronous, so that no answer of the store counts after it. */
  function countByShare(settle: (byShare: CountingByShare) => Promise<void>): void {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const byShare: CountingByShare = {
      isInStore: false,
      generation: mode.generation,
      gateways: mode.gateways,
      settled: begun.then(() => settle(byShare)),
      missing: [],
    };
    // Whoever waits for `settled` gets the failure; the next check tries again.
    byShare.settled.catch((error: unknown) =>
      log.warn({ err: error }, 'what the other gateways admitted is not known'),
    );
    mode = byShare;
    store.giveUp();
    admitted.startOwnShare();
    begin();
  }

  function leaveStore(
    { generation }: { readonly generation: number },
    why = 'another gateway did',
  ): void {
    if (!mode.isInStore || mode.generation !== generation) return;
    log.warn(`the shared store of the limits is given up (${why}); each gateway counts its share`);
    countByShare(async (byShare) => {
      await table.leaveStore(generation);
      nudge();
      await exchangeCounts(byShare);
    });
  }

  /** Sends what this gateway has admitted, and waits a moment for the counts of the others. */
  async function exchangeCounts(byShare: CountingByShare): Promise<void> {
    const deadlineMs = performance.now() + EXCHANGE_WITHIN_MS;
    const report = { admitted: admitted.ages(), known: others.ages() };
    let agreed = await sendHeartbeat({ generation: byShare.generation, seesStore: false });
    while (agreed.isInStore && mode === byShare) {
      await followIntoStore(byShare, agreed);
      if (mode === byShare)
        agreed = await sendHeartbeat({ generation: byShare.generation, seesStore: false });
    }
    if (mode !== byShare) return;
    const isNew = agreed.generation > byShare.generation;
    byShare.generation = agreed.generation;
    const heartbeat = { generation: byShare.generation, seesStore: false };
    agreed = await sendHeartbeat(isNew ? { ...heartbeat, report } : heartbeat);
    while (agreed.behind > 0 && performance.now() < deadlineMs) {
      await pause(EXCHANGE_EVERY_MS);
      agreed = await sendHeartbeat(heartbeat);
    }
    byShare.gateways = Math.max(agreed.gateways, agreed.live);
    const reports = await table.reports(byShare.generation);
    const missing = missingIn(reports).filter((each) => each.gateway !== gateway);
    const reported = reports
      .filter((each) => each.gateway !== gateway)
      .map(({ agoMs, admitted: ages }) => ({ agoMs, ages }));
    admitted.setOthers([...reported, ...missing]);
    const nowMs = performance.now();
    byShare.missing = missing.map(({ agoMs, ...known }) => ({ ...known, atMs: nowMs - agoMs }));
  }

  /**
   * Adds to the store what this gateway has admitted, and what missing gateways had; only then counts
   * there.
   */
  function join(
    agreed: AgreedState,
    { mayBegin, missing }: { readonly mayBegin: boolean } & Pick<CountingByShare, 'missing'>,
  ): void {
    const { generation, gateways } = agreed;
    const nowMs = performance.now();
    const asked = [
      ...addWindows(store, [generation, gateway, OWN], admitted.ages()),
      ...missing.flatMap(({ gateway: of, ages, atMs }) =>
        addWindows(store, [generation, of, OF_ANOTHER], later(ages, nowMs - atMs)),
      ),
    ];
    const values = [generation, gateway, mayBegin ? 1 : 0];
    const joined = store.run(JOIN, [AGREEMENT_KEY], values).then(([verdict]) => {
      if (verdict !== Verdict.admitted) leaveStore({ generation }, FORGOTTEN);
    });
    forget();
    mode = { isInStore: true, generation, terms: 1, gateways, sinceMs: performance.now() };
    void keepReadingLog(generation);
    log.info('the limits are counted in the shared store');
    // Where one of these failed, the gateways have already left the store again.
    for (const each of [...asked, joined]) each.catch(() => undefined);
  }

  // No `startLoop`: it ends with its generation by itself, and nobody waits for a store that hangs.
  async function keepReadingLog(generation: number): Promise<void> {
    while (!isClosed && mode.isInStore && mode.generation === generation) {
      // Where it fails, the store is lost, and the gateways have left it.
      await others.read(generation).catch(() => undefined);
      await pause(READ_LOG_EVERY_MS, undefined, { ref: false });
    }
  }

  async function check(): Promise<void> {
    const before = mode;
    if (before.isInStore) await checkInStore(before);
    else await checkByShare(before);
  }
  async function checkInStore({ generation }: CountingInStore): Promise<void> {
    // Not waited for: a store that does not answer must not delay the heartbeat.
    store.run(CHECK_GENERATION, [AGREEMENT_KEY], [generation]).then(
      ([verdict]) => verdict === Verdict.elsewhere && leaveStore({ generation }, FORGOTTEN),
      () => undefined,
    );
    const agreed = await sendHeartbeat({ generation, seesStore: true });
    if (agreed.generation > generation) leaveStore({ generation });
  }
  async function checkByShare(before: CountingByShare): Promise<void> {
    await before.settled.catch(() => exchangeCounts(before));
    if (mode !== before) return;
    const seesStore = await store.isReachable();
    const agreed = await sendHeartbeat({ generation: before.generation, seesStore });
    if (mode !== before) return;
    if (agreed.isInStore) {
      await followIntoStore(before, agreed);
      return;
    }
    if (agreed.generation > before.generation || agreed.behind > 0) await exchangeCounts(before);
    before.gateways = Math.max(agreed.gateways, agreed.live);
    if (!seesStore || !agreed.othersSeeStore || agreed.behind > 0) return;
    await table.enterStore(agreed.generation);
    nudge();
    checkAgain();
  }
  /** The others count in the store: this gateway joins them, or makes all of them leave. */
  async function followIntoStore(before: CountingByShare, agreed: AgreedState): Promise<void> {
    if (await store.isReachable()) {
      const missing = await stillMissing(before);
      if (mode !== before) return;
      const mayBegin = before.generation === agreed.generation - 1;
      join(agreed, { mayBegin, missing });
      return;
    }
    await table.leaveStore(agreed.generation);
    nudge();
    checkAgain();
  }

  /** Without those that only hung, and have reported themselves since. */
  async function stillMissing({
    generation,
    missing,
  }: CountingByShare): Promise<readonly KnownAdmissions[]> {
    if (missing.length === 0) return [];
    const reported = new Set((await table.reports(generation)).map(({ gateway: id }) => id));
    return missing.filter((each) => !reported.has(each.gateway));
  }

  store.onLost(({ message }) => leaveStore(mode, message));
  const connectedBy = performance.now() + CONNECT_WITHIN_MS;
  while (!(await store.isReachable()) && performance.now() < connectedBy)
    await pause(HEARTBEAT_BY_SHARE_MS / 10);
  await check();
  const { wake, stop } = startLoop({
    async work() {
      try {
        await check();
      } catch (error) {
        log.warn({ err: error }, 'the gateways cannot agree; it is tried again');
      }
      return { pollMs: mode.isInStore ? HEARTBEAT_MS : HEARTBEAT_BY_SHARE_MS };
    },
    pollMs: HEARTBEAT_MS,
  });
  checkAgain = wake;

  return {
    gateway,
    mode: () => mode,
    mayRemember: () => mode.isInStore && performance.now() - lastHeartbeatMs < LEASE_MS,
    termsChanged(terms) {
      if (!mode.isInStore || mode.terms >= terms) return;
      mode = { ...mode, terms };
      forget();
    },
    async announceChange() {
      forget();
      const deadlineMs = performance.now() + ANNOUNCE_WITHIN_MS;
      while (performance.now() < deadlineMs) {
        if (await isAnnounced()) return;
        wake();
        await pause(HEARTBEAT_BY_SHARE_MS / 10);
      }
      throw new DomainError(
        'internal_error',
        'The change is made, but not every gateway knows of it yet.',
      );
    },
    leaveStore: (inStore) => leaveStore(inStore, FORGOTTEN),
    wake,
    gateways: () => mode.gateways,
    admittedByOthers: others.ages,
    async close() {
      isClosed = true;
      await stop();
      await table.remove(gateway);
      store.close();
    },
  };

  async function isAnnounced(): Promise<boolean> {
    const before = mode;
    try {
      if (before.isInStore) {
        const [verdict] = await store.run(CHANGE_TERMS, [AGREEMENT_KEY], [before.generation]);
        if (verdict === Verdict.admitted) return true;
        leaveStore(before, FORGOTTEN);
        return false;
      }
      await before.settled;
      const agreed = await sendHeartbeat({ generation: before.generation, seesStore: false });
      return (
        !agreed.isInStore && agreed.generation === before.generation && agreed.behindInLease === 0
      );
    } catch {
      // A store that is lost makes all gateways leave it; PostgreSQL may be back in time.
      return false;
    }
  }
}
