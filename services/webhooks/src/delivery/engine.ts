import { startLoop, type LoopResult } from '@svc/kernel';
import { shouldLogFailure } from '@svc/logging';
import { shareSlots } from '../domain/share-slots';
import { judge } from '../domain/attempt';
import type { DeliveryQueue } from '../persistence/delivery-queue';
import { deliverWith, type DeliverDependencies } from './deliver';
import { createGoneEndpoints } from './gone-endpoints';
import { rememberedPaces } from './paces';
import { createRecorder, type RecorderSettings } from './recorder';
import type { RightsReader } from './rights-reader';
import { takenDeliveries } from './taken-deliveries';

export interface EngineSettings extends Pick<
  DeliverDependencies,
  'sender' | 'records' | 'box' | 'stopDeliveries' | 'stopDelivery' | 'metrics' | 'log' | 'now'
> {
  readonly queue: DeliveryQueue;
  readonly rights: RightsReader;
  readonly settle: RecorderSettings['settle'];
  readonly pauseMs: number;
}

export interface Engine {
  /** Checks for due deliveries now; cheap to call often. */
  wake(): void;
  stop(): Promise<void>;
}

/** Slots = rate × time from claim to record: 512 at 200 ms carry 2,560 per second. */
const SLOTS = 512;
/** Keeps a quarter of the slots for first attempts, however many retries are due. */
const RETRY_SLOTS = SLOTS * 0.75;
/** Covers reading the record, waiting for a handshake slot, and the request's deadline. */
const LEASE_MS = 20_000;
const POLL_MS = 250;
/**
 * Pause between claims, or as long as the last look took: 275 endpoints with long backlogs cost
 * PostgreSQL 50 ms per look.
 */
const GATHER_MS = 10;
const STOP_WITHIN_MS = 2_000;

export function startEngine(settings: EngineSettings): Engine {
  const { queue, rights, sender, settle, pauseMs, metrics, log, now } = settings;
  const paces = rememberedPaces(pauseMs, now);
  const goneEndpoints = createGoneEndpoints();
  const taken = takenDeliveries(() => loop.wake());
  const leaseEnds = (at: Date): Date => new Date(at.getTime() + LEASE_MS);
  const recorder = createRecorder({
    settle,
    renew(claimed) {
      const at = now();
      return queue.renew(claimed, at, leaseEnds(at));
    },
    log,
    leaseMs: LEASE_MS,
    now,
    settled(ended, statuses) {
      for (const status of statuses) {
        if (status !== 'retrying') metrics.deliveries.inc({ status });
      }
      for (const { claimed, outcome } of ended) {
        if (judge(outcome) === 'gone') goneEndpoints.noteRecorded(claimed.endpointId);
      }
      taken.release(ended.map(({ claimed }) => claimed));
    },
  });
  const isStopping = (): boolean => loop.isStopped();
  const deliver = deliverWith({ ...settings, taken, paces, goneEndpoints, recorder, isStopping });

  /** Returns how many milliseconds it took to see what is due. */
  async function sendWhatIsDue(): Promise<number> {
    if (taken.count() >= SLOTS) return 0;
    const at = now();
    const beganMs = performance.now();
    const queueClasses = await queue.dueClasses(at, rights.isAnswered());
    const tookMs = performance.now() - beganMs;
    const companies = taken.byCompany();
    const quotas = shareSlots(queueClasses, {
      slots: SLOTS - taken.count(),
      retrySlots: RETRY_SLOTS - taken.retries(),
      loadOf: (endpointId) => ({
        underWay: taken.unanswered(endpointId),
        freeToTake: paces.freeSlots(endpointId, taken.unanswered(endpointId)),
        retriesFirst: paces.retriesFirst(endpointId),
      }),
      underWay: (companyId) => companies.get(companyId) ?? 0,
    });
    if (quotas.length === 0) return tookMs;
    const claimed = await queue.claim(quotas, at, leaseEnds(at));
    taken.add(claimed);
    for (const { endpointId, isRetry } of claimed) paces.took(endpointId, isRetry);
    void deliver(claimed, beganMs);
    return tookMs;
  }

  async function attempt(failures: number): Promise<LoopResult> {
    try {
      return { gatherMs: Math.max(await sendWhatIsDue(), GATHER_MS) };
    } catch (error) {
      if (shouldLogFailure(failures + 1)) {
        log.warn({ err: error, attempt: failures + 1 }, 'nothing claimed');
      }
      return 'failed';
    }
  }

  const loop = startLoop({ work: attempt, pollMs: POLL_MS });
  metrics.watch({
    inFlight: taken.count,
    pausedEndpoints: paces.paused,
    oldestAge: queue.oldestAge,
  });

  return {
    wake: loop.wake,

    async stop() {
      await loop.stop();
      await taken.untilNone(STOP_WITHIN_MS);
      // Another process sends them again, under the same event ids.
      if (taken.count() > 0) await queue.postpone(taken.all(), now());
      taken.forgetAll();
      sender.close();
      await recorder.idle();
    },
  };
}
