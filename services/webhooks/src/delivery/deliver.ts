import { gather } from '@svc/database';
import { linePerSecond, type Logger } from '@svc/logging';
import { judge, outcomeClass } from '../domain/attempt';
import { STOPPED } from '../domain/delivery';
import type { StoppedDelivery } from '../persistence/delivery-log';
import { hasFeatureOf, mayReceive } from '../domain/key-rights';
import type { Claimed, ClaimedEndpoint } from '../persistence/claim-deliveries';
import type { DeliveryQueue } from '../persistence/delivery-queue';
import { attemptDelivery, type Attempted, type Message, type Target } from './attempt-delivery';
import { hostSlots } from './host-slots';
import { logFailedAttempt } from './log-failed-attempt';
import type { DeliveryMetrics } from './metrics';
import type { Paces } from './paces';
import { prepareClaim, type PreparedClaim, type PrepareDependencies } from './prepare-claim';
import type { Recorder } from './recorder';
import type { RightsReader } from './rights-reader';
import type { Sender } from './send';
import type { TakenDeliveries } from './taken-deliveries';
import { traceAttempt } from './trace-attempt';
import { turnsWithin } from './turns';

export interface DeliverDependencies extends PrepareDependencies {
  readonly queue: Pick<DeliveryQueue, 'postpone'>;
  readonly rights: Pick<RightsReader, 'rightsOf'>;
  readonly sender: Sender;
  /** Stops deliveries of an endpoint that is off or gone. */
  readonly stopDeliveries: (companyId: number, endpointId: number) => Promise<void>;
  /** Stops one delivery, whose endpoint has or had no right to the event. */
  readonly stopDelivery: (stopped: StoppedDelivery) => Promise<void>;
  readonly taken: TakenDeliveries;
  readonly paces: Paces;
  readonly recorder: Pick<Recorder, 'add'>;
  /** Whether nothing new is sent any more. */
  readonly isStopping: () => boolean;
  readonly metrics: DeliveryMetrics;
  readonly log: Logger;
}

interface PutBack {
  readonly claimed: Claimed;
  readonly forMs: number;
}

/** A record that was read longer ago has to be read again before it is sent. */
const READY_MS = 2_000;
/** How long a delivery waits while its record's owner or the gateway does not answer. */
const OWNER_PAUSE_MS = 2_000;
const HOST_PAUSE_MS = 500;
/** Until more of its company's handshakes have had their turns. */
const TURN_PAUSE_MS = 5_000;

/**
 * Sends deliveries that were taken together. Never rejects: after an error a delivery is due again when its
 * lease ends.
 */
type Deliver = (claimed: readonly Claimed[]) => Promise<void>;

/** Whether an endpoint may get an event: `unknown` where the gateway does not tell. */
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
    recorder,
    isStopping,
    metrics,
    log,
    now,
  } = dependencies;
  /** Limits the requests to each endpoint at a time; its other taken deliveries are ready and wait. */
  const turns = turnsWithin<number>(paces.freeSlots);
  const slots = hostSlots();
  // At most one line a second of each, as any number of deliveries may wait for the same reason.
  const logUnread = linePerSecond();
  const logFault = linePerSecond();

  /** Hundreds may find no slot at once: as many statements would hold up what is sent to others. */
  const postpone = gather<PutBack, void>(
    async (asked) => {
      const [{ forMs } = { forMs: 0 }] = asked;
      const claimed = asked.map((each) => each.claimed);
      await queue.postpone(claimed, new Date(now().getTime() + forMs));
      return [];
    },
    { groupOf: ({ forMs }) => forMs },
  );

  /** The delivery waits without using up an attempt. */
  async function putBack(claimed: Claimed, forMs: number): Promise<void> {
    if (taken.has(claimed)) await postpone({ claimed, forMs });
    taken.release([claimed]);
  }

  /** Resolves when its endpoint may get another request. */
  async function deliver(claimed: Claimed, prepared: PreparedClaim): Promise<void> {
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
    const readAt = performance.now();
    if (!(await turns.take(endpointId))) return putBack(claimed, 0);
    try {
      const isLate = performance.now() - readAt > READY_MS;
      if (isLate || isStopping()) return await putBack(claimed, 0);
      // Once more, as reading and waiting took their time.
      if ((await rightOf(claimed, endpoint)) !== 'held') return await putBack(claimed, 0);
      return await sendTo(prepared.targetOf(claimed, endpoint), claimed, message);
    } finally {
      turns.end(endpointId);
    }
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

  async function sendTo(target: Target, claimed: Claimed, message: Message): Promise<void> {
    const { companyId, event, attemptsBefore } = claimed;
    const { host } = target.url;
    if (!slots.take(host, companyId)) return putBack(claimed, HOST_PAUSE_MS);
    const lagMs = now().getTime() - event.occurredAt.getTime();
    const attempted = await traceAttempt(
      { event, endpointId: target.endpointId, number: attemptsBefore + 1 },
      () => attemptDelivery(sender, target, message, now),
    ).finally(() => slots.giveBack(host, companyId));
    // A process that stops gives its deliveries back and closes their connections: what then becomes of a
    // request says nothing about the receiver.
    if (!attempted.gotResult) return putBack(claimed, TURN_PAUSE_MS);
    if (attemptsBefore === 0) metrics.lag.observe(lagMs / 1_000);
    if (taken.has(claimed)) record(claimed, attempted);
  }

  function record(claimed: Claimed, attempted: Attempted): void {
    const { attempt, outcome } = attempted;
    const { companyId, endpointId, deliveryId, event, attemptsBefore } = claimed;
    paces.ended(endpointId, judge(outcome) !== 'retry');
    metrics.attempts.inc({ outcome: outcomeClass(outcome) });
    const names = { companyId, endpointId, deliveryId, eventId: event.id };
    logFailedAttempt(log, { ...names, number: attemptsBefore + 1 }, attempted);
    recorder.add({ claimed, attempt, outcome, endedAt: now() });
  }

  return async (claimed) => {
    const prepared = prepareClaim(claimed, dependencies);
    await Promise.all(
      claimed.map((each) =>
        deliver(each, prepared)
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
