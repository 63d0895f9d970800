import { startLoop, type Next } from '@svc/kernel';
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
  /** How long an endpoint is paused while its breaker is open. */
  readonly pauseMs: number;
}

export interface Engine {
  /** There may be something to send; may be called often. */
  wake(): void;
  /** Takes no more deliveries, and resolves when those under way are recorded or given back. */
  stop(): Promise<void>;
}

/** Slots = rate × time from claim to record: 512 at 200 ms carry 2,560 a second. */
const SLOTS = 512;
/** A quarter of the slots is kept for first attempts, so that a backlog of retries does not delay them. */
const RETRY_SLOTS = SLOTS * 0.75;
/** Longer than reading the record, waiting for a handshake slot and the sender's deadline together. */
const LEASE_MS = 20_000;
const POLL_MS = 250;
/**
 * A claim for a hundred deliveries costs little more than for one. Where to see what is due takes longer, as
 * the 50 ms that PostgreSQL needs for 275 endpoints with long backlogs, it has as long for everything else.
 */
const GATHER_MS = 10;
const STOP_WITHIN_MS = 2_000;

/** Sends what is due, fairly, for as long as it runs. Any number of engines may share the work. */
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

  /** Answers how many milliseconds it took to see what is due. */
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

  async function attempt(failures: number): Promise<Next> {
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
      // Sent again by whoever runs next, under the same event ids.
      if (taken.count() > 0) await queue.postpone(taken.all(), now());
      taken.forgetAll();
      sender.close();
      await recorder.idle();
    },
  };
}
