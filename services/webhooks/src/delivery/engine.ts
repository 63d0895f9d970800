import { startLoop, type LoopResult } from '@svc/kernel';
import { shouldLogFailure } from '@svc/logging';
import { shareSlots } from '../domain/share-slots';
import { judge } from '../domain/attempt';
import type { DeliveryQueue } from '../persistence/delivery-queue';
import { createDeliver, type DeliverDependencies } from './deliver';
import { createGoneEndpoints } from './gone-endpoints';
import { createPaces } from './paces';
import { createRecorder, type RecorderSettings } from './recorder';
import type { RightsReader } from './rights-reader';
import { createClaimedDeliveries } from './claimed-deliveries';

export interface EngineSettings extends Pick<
  DeliverDependencies,
  | 'sender'
  | 'startReadingRecords'
  | 'box'
  | 'stopDeliveries'
  | 'stopDelivery'
  | 'onFiltered'
  | 'metrics'
  | 'log'
  | 'now'
> {
  readonly queue: DeliveryQueue;
  readonly rights: RightsReader;
  readonly recordAttempts: RecorderSettings['write'];
  readonly backOffMs: number;
}

export interface Engine {
  wake(): void;
  stop(): Promise<void>;
}

/** At 200 ms from claim to record, 512 slots carry 2,560 deliveries per second. */
const MAX_SLOTS = 512;
/** A quarter is left for first attempts. */
const MAX_RETRY_SLOTS = MAX_SLOTS * 0.75;
/** Covers reading, waiting for a handshake slot, and the request's deadline. */
const LEASE_MS = 20_000;
const POLL_MS = 500;
/**
 * The least time between two claims. It is longer after a slow `findDueClasses`, which took 50 ms
 * with long backlogs of 275 endpoints: the engine waits as long as that took.
 */
const MIN_INTERVAL_MS = 10;
const MAX_DRAIN_MS = 2_000;

/**
 * Sends due deliveries. Any number of engines share the queue.
 *
 *     running  → draining   on stop(): claims nothing more
 *     draining → stopped    all results are recorded; after 2 s the rest goes back to the queue
 *
 * Each claimed delivery is
 *
 *     claimed → sending     record read, right held, slot free
 *             | released    put back (uses up no attempt), or stopped
 *     sending → ended       response, error or deadline: the endpoint may get another request
 *             | released    put back: nothing was written
 *     ended   → released    the attempt is recorded, or its lease has ended
 */
export function startEngine(settings: EngineSettings): Engine {
  const { queue, rights, sender, recordAttempts, backOffMs, metrics, log, now } = settings;
  const paces = createPaces(backOffMs, now);
  const goneEndpoints = createGoneEndpoints();
  const claims = createClaimedDeliveries(() => loop.wake());
  const leaseEnds = (at: Date): Date => new Date(at.getTime() + LEASE_MS);
  const recorder = createRecorder({
    write: recordAttempts,
    renew(deliveries) {
      const at = now();
      return queue.renew(deliveries, at, leaseEnds(at));
    },
    log,
    leaseMs: LEASE_MS,
    now,
    onRecorded(ended, statuses) {
      for (const status of statuses) {
        if (status !== 'retrying') metrics.deliveries.inc({ status });
      }
      for (const { delivery, attempt } of ended) {
        if (judge(attempt) === 'gone') goneEndpoints.markRecorded(delivery.endpointId);
      }
      claims.release(ended.map(({ delivery }) => delivery));
    },
  });
  const deliver = createDeliver({
    ...settings,
    ...{ claims, paces, goneEndpoints, recorder },
    isStopping: () => loop.isStopped(),
  });

  async function claimDue(): Promise<number> {
    const freeSlots = MAX_SLOTS - claims.count();
    if (freeSlots <= 0) return 0;
    const at = now();
    const beganMs = performance.now();
    const queueClasses = await queue.findDueClasses(at, rights.isReachable());
    const tookMs = performance.now() - beganMs;
    const companies = claims.countByCompany();
    const quotas = shareSlots(queueClasses, {
      freeSlots,
      freeRetrySlots: MAX_RETRY_SLOTS - claims.countRetries(),
      getLoad: (endpointId) => ({
        openRequests: claims.countOpenRequests(endpointId),
        freeSlots: paces.countFreeSlots(endpointId, claims.countOpenRequests(endpointId)),
        areRetriesFirst: paces.shouldRetryFirst(endpointId),
      }),
      countClaimed: (companyId) => companies.get(companyId) ?? 0,
    });
    if (quotas.length === 0) return tookMs;
    const claimed = await queue.claim(quotas, at, leaseEnds(at));
    claims.add(claimed);
    for (const { endpointId, isRetry } of claimed) paces.markClaimed(endpointId, isRetry);
    void deliver(claimed, beganMs);
    return tookMs;
  }

  async function work(failures: number): Promise<LoopResult> {
    try {
      return { minIntervalMs: Math.max(await claimDue(), MIN_INTERVAL_MS) };
    } catch (error) {
      if (shouldLogFailure(failures + 1)) {
        log.warn({ err: error, attempt: failures + 1 }, 'claiming deliveries failed, will retry');
      }
      return 'failed';
    }
  }

  const loop = startLoop({ work, pollMs: POLL_MS });
  metrics.watch({
    inFlight: claims.count,
    endpointsBackingOff: paces.countBackingOff,
    oldestAge: queue.findOldestAge,
  });

  return {
    wake: loop.wake,

    async stop() {
      await loop.stop();
      await claims.waitUntilNone(MAX_DRAIN_MS);
      // Another process sends them again, under the same event ids.
      if (claims.count() > 0) await queue.postpone(claims.all(), now());
      claims.forgetAll();
      sender.close();
      await recorder.waitUntilIdle();
    },
  };
}
