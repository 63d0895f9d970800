import { batchQueries } from '@svc/database';
import { createLinePerSecond, type Logger } from '@svc/logging';
import { judge, outcomeClass } from '../domain/attempt';
import { STOPPED } from '../domain/delivery';
import type { StoppedDelivery } from '../persistence/delivery-log';
import { hasFeatureOf, mayReceive } from '../domain/key-rights';
import type { Claimed, ClaimedEndpoint } from '../persistence/claim-deliveries';
import type { DeliveryQueue } from '../persistence/delivery-queue';
import {
  attemptDelivery,
  type Attempted,
  type Message,
  type Sender,
  type Target,
  type Whether,
} from './attempt-delivery';
import type { GoneEndpoints } from './gone-endpoints';
import { createHostSlots } from './host-slots';
import type { DeliveryMetrics } from './metrics';
import { observeAttempt } from './observe-attempt';
import type { Paces } from './paces';
import { prepareClaim, type PreparedClaim, type PrepareDependencies } from './prepare-claim';
import type { Recorder } from './recorder';
import type { RightsReader } from './rights-reader';
import type { TakenDeliveries } from './taken-deliveries';

export interface DeliverDependencies extends PrepareDependencies {
  readonly queue: Pick<DeliveryQueue, 'postpone' | 'isOn'>;
  readonly rights: Pick<RightsReader, 'rightsOf'>;
  readonly sender: Sender;
  readonly stopDeliveries: (companyId: number, endpointId: number) => Promise<void>;
  readonly stopDelivery: (stopped: StoppedDelivery) => Promise<void>;
  readonly taken: TakenDeliveries;
  readonly paces: Paces;
  readonly goneEndpoints: GoneEndpoints;
  readonly recorder: Pick<Recorder, 'add'>;
  readonly isStopping: () => boolean;
  readonly metrics: DeliveryMetrics;
  readonly log: Logger;
}

interface PutBack {
  readonly claimed: Claimed;
  readonly forMs: number;
}

const OWNER_PAUSE_MS = 2_000;
const HOST_PAUSE_MS = 500;
/** The company opens too many connections, or the endpoint is being stopped. */
const NOT_BEGUN_PAUSE_MS = 5_000;

/**
 * Sends deliveries that were claimed together. Never rejects: after an error, a delivery is due
 * again when its lease ends.
 *
 * @param claimedAtMs `performance.now()` before the claim
 */
type Deliver = (claimed: readonly Claimed[], claimedAtMs: number) => Promise<void>;

/** `unknown`: the gateway did not respond. */
type Right = 'held' | 'unknown' | NonNullable<ClaimedEndpoint['obstacle']>;

export function deliverWith(dependencies: DeliverDependencies): Deliver {
  const {
    queue,
    rights,
    sender,
    stopDeliveries,
    stopDelivery,
    taken,
    paces,
    goneEndpoints,
    recorder,
    isStopping,
    metrics,
    log,
    now,
  } = dependencies;
  const slots = createHostSlots();
  // Any number of deliveries may wait for the same reason: at most one line per second each.
  const logUnread = createLinePerSecond();
  const logFault = createLinePerSecond();

  /** Hundreds may find no slot at once, so they are postponed by one statement. */
  const postpone = batchQueries<PutBack, void>(
    async (asked) => {
      const [{ forMs } = { forMs: 0 }] = asked;
      const claimed = asked.map((each) => each.claimed);
      await queue.postpone(claimed, new Date(now().getTime() + forMs));
      return [];
    },
    { groupBy: ({ forMs }) => forMs },
  );

  /** Releases a delivery to be claimed again later, without using up an attempt. */
  async function putBack(claimed: Claimed, forMs: number): Promise<void> {
    if (taken.has(claimed)) await postpone({ claimed, forMs });
    taken.release([claimed]);
  }

  /** Resolves when the endpoint may get another request. */
  async function deliver(
    claimed: Claimed,
    prepared: PreparedClaim,
    claimedAtMs: number,
  ): Promise<void> {
    const { companyId, deliveryId, endpoint, event, endpointId } = claimed;
    const right = endpoint && (await rightOf(claimed, endpoint));
    if (right === 'unknown') return putBack(claimed, OWNER_PAUSE_MS);
    if (!endpoint || right !== 'held') {
      log.info({ delivery_id: deliveryId, reason: STOPPED }, 'delivery given up');
      if (endpoint) await stopDelivery({ companyId, deliveryId, isMissed: right === 'missed' });
      else await stopDeliveries(companyId, endpointId);
      return taken.release([claimed]);
    }
    const message = await prepared.messageOf(event).catch((error: unknown) => {
      logUnread((leftOut) => {
        const about = { event_id: event.id, left_out: leftOut };
        log.warn({ err: error, ...about }, 'record not read, delivery waits');
      });
      return undefined;
    });
    if (!message) return putBack(claimed, OWNER_PAUSE_MS);
    if (isStopping()) return putBack(claimed, 0);
    // Reading the record took time, in which the key may have lost the right.
    if ((await rightOf(claimed, endpoint)) !== 'held') return putBack(claimed, 0);
    const mayBegin = (): boolean => goneEndpoints.mayBegin(endpointId, claimedAtMs);
    if (!mayBegin()) return putBack(claimed, NOT_BEGUN_PAUSE_MS);
    // Connecting takes time, in which the endpoint may be stopped by another process or the key
    // lose the right.
    const isStillWanted = async (): Promise<boolean> =>
      (await rightOf(claimed, endpoint)) === 'held' && queue.isOn(claimed).catch(() => false);
    const whether = { isStillWanted, mayBegin };
    return sendTo(prepared.targetOf(claimed, endpoint), claimed, message, whether);
  }

  async function rightOf(
    { companyId, event }: Claimed,
    { keyId, obstacle }: ClaimedEndpoint,
  ): Promise<Right> {
    if (obstacle || keyId === null) return obstacle ?? 'held';
    try {
      const key = await rights.rightsOf(keyId);
      const isHeld =
        key?.company_id === companyId &&
        mayReceive(event.type, key) &&
        hasFeatureOf(event.type, key.features);
      return isHeld ? 'held' : 'lacking';
    } catch {
      return 'unknown';
    }
  }

  async function sendTo(
    target: Target,
    claimed: Claimed,
    message: Message,
    whether: Whether,
  ): Promise<void> {
    const { companyId, endpointId, deliveryId, event, attemptsBefore } = claimed;
    const { host } = target.url;
    if (!slots.acquire(host, companyId)) return putBack(claimed, HOST_PAUSE_MS);
    const lagMs = now().getTime() - event.occurredAt.getTime();
    const attempted = await observeAttempt(
      log,
      { event, endpointId, deliveryId, number: attemptsBefore + 1 },
      () => attemptDelivery(sender, target, message, { now, ...whether }),
    ).finally(() => slots.release(host, companyId));
    // At shutdown connections are closed after their deliveries were given back: those results are
    // ignored.
    if (!attempted.isAttempt) return putBack(claimed, NOT_BEGUN_PAUSE_MS);
    if (attemptsBefore === 0) metrics.lag.observe(lagMs / 1_000);
    if (taken.has(claimed)) record(claimed, attempted);
  }

  function record(claimed: Claimed, attempted: Attempted): void {
    const { attempt, outcome } = attempted;
    const { endpointId } = claimed;
    const verdict = judge(outcome);
    if (verdict === 'gone') goneEndpoints.add(endpointId);
    paces.ended(endpointId, verdict !== 'retry');
    metrics.attempts.inc({ outcome: outcomeClass(outcome) });
    recorder.add({ claimed, attempt, outcome, endedAt: now() });
  }

  return async (claimed, claimedAtMs) => {
    const prepared = prepareClaim(claimed, dependencies);
    await Promise.all(
      claimed.map((each) =>
        deliver(each, prepared, claimedAtMs)
          .catch((error: unknown) => {
            logFault((leftOut) => {
              const about = { delivery_id: each.deliveryId, left_out: leftOut };
              log.error({ err: error, ...about }, 'delivery failed on our side');
            });
            taken.release([each]);
          })
          .finally(() => taken.answered(each)),
      ),
    );
  };
}
