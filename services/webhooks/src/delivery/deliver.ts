import { batchQueries } from '@svc/database';
import { createLinePerSecond, type Logger } from '@svc/logging';
import type { SendConditions } from '@svc/outgoing-http';
import { judge, toOutcomeClass, type DeliveryAttempt } from '../domain/attempt';
import { meetsConditions } from '../domain/conditions';
import { STOPPED } from '../domain/delivery';
import type { StoppedDelivery } from '../persistence/delivery-log';
import { TEST_EVENT } from '../domain/webhook-body';
import { hasFeatureFor, mayReceive } from '../domain/key-rights';
import type { ClaimedDelivery, ClaimedEndpoint } from '../persistence/claim-deliveries';
import type { DeliveryQueue } from '../persistence/delivery-queue';
import {
  attemptDelivery,
  type Sender,
  type DeliveryTarget,
  type WebhookMessage,
} from './attempt-delivery';
import type { GoneEndpoints } from './gone-endpoints';
import { createHostSlots } from './host-slots';
import type { DeliveryMetrics } from './metrics';
import { observeAttempt } from './observe-attempt';
import type { Paces } from './paces';
import { prepareClaim, type PreparedClaim, type PrepareDependencies } from './prepare-claim';
import type { Recorder } from './recorder';
import type { RightsReader } from './rights-reader';
import type { ClaimedDeliveries } from './claimed-deliveries';

export interface DeliverDependencies extends PrepareDependencies {
  readonly queue: Pick<DeliveryQueue, 'postpone' | 'filter' | 'isOn'>;
  readonly rights: Pick<RightsReader, 'findRights'>;
  readonly sender: Sender;
  readonly stopDeliveries: (companyId: number, endpointId: number) => Promise<void>;
  readonly stopDelivery: (stopped: StoppedDelivery) => Promise<void>;
  readonly claims: ClaimedDeliveries;
  readonly paces: Paces;
  readonly goneEndpoints: GoneEndpoints;
  readonly recorder: Pick<Recorder, 'add'>;
  readonly onFiltered: (companyId: number) => void;
  readonly isStopping: () => boolean;
  readonly metrics: DeliveryMetrics;
  readonly log: Logger;
}

interface PutBack {
  readonly claimed: ClaimedDelivery;
  readonly forMs: number;
}

const READ_DELAY_MS = 2_000;
const HOST_DELAY_MS = 500;
/** The company opens too many connections, or the endpoint is being stopped. */
const NOT_BEGUN_DELAY_MS = 5_000;

/**
 * Never rejects: after an error, a delivery is due again when its lease ends.
 *
 * @param claimedAtMs `performance.now()` before the claim
 */
type Deliver = (claimed: readonly ClaimedDelivery[], claimedAtMs: number) => Promise<void>;

type RightState = 'held' | 'unknown' | NonNullable<ClaimedEndpoint['obstacle']>;

export function createDeliver(dependencies: DeliverDependencies): Deliver {
  const { queue, rights, sender, stopDeliveries, stopDelivery, log, now } = dependencies;
  const { claims, paces, goneEndpoints, recorder, onFiltered, isStopping, metrics } = dependencies;
  const slots = createHostSlots();
  // Any number of deliveries may wait for the same reason.
  const logUnread = createLinePerSecond();
  const logFault = createLinePerSecond();

  /** Hundreds may find no slot at once. */
  const postpone = batchQueries<PutBack, void>(
    async (batch) => {
      const [{ forMs } = { forMs: 0 }] = batch;
      const claimed = batch.map((each) => each.claimed);
      await queue.postpone(claimed, new Date(now().getTime() + forMs));
      return [];
    },
    { groupBy: ({ forMs }) => forMs },
  );

  const filter = batchQueries<ClaimedDelivery, void>(
    async (batch) => {
      await queue.filter(batch);
      return [];
    },
    { groupBy: ({ day }) => day },
  );

  /** Puts a delivery back without using up an attempt. */
  async function putBack(claimed: ClaimedDelivery, forMs: number): Promise<void> {
    if (claims.has(claimed)) await postpone({ claimed, forMs });
    claims.release([claimed]);
  }

  async function deliver(
    claimed: ClaimedDelivery,
    prepared: PreparedClaim,
    claimedAtMs: number,
  ): Promise<void> {
    const { companyId, deliveryId, endpoint, event, endpointId } = claimed;
    const right = endpoint && (await findRight(claimed, endpoint));
    if (right === 'unknown') return putBack(claimed, READ_DELAY_MS);
    if (!endpoint || right !== 'held') {
      log.info({ delivery_id: deliveryId, reason: STOPPED }, 'delivery stopped');
      if (endpoint) await stopDelivery({ companyId, deliveryId, isMissed: right === 'missed' });
      else await stopDeliveries(companyId, endpointId);
      return claims.release([claimed]);
    }
    const message = await prepared.getMessage(event).catch((error: unknown) => {
      logUnread((leftOut) => {
        const about = { event_id: event.id, left_out: leftOut };
        log.warn({ err: error, ...about }, 'could not read the record; the delivery waits');
      });
      return undefined;
    });
    if (!message) return putBack(claimed, READ_DELAY_MS);
    if (event.type !== TEST_EVENT && !meetsConditions(endpoint.conditions, message.object)) {
      await filter(claimed);
      metrics.deliveries.inc({ status: 'filtered' });
      onFiltered(companyId);
      return claims.release([claimed]);
    }
    if (isStopping()) return putBack(claimed, 0);
    // Reading the record took time.
    if ((await findRight(claimed, endpoint)) !== 'held') return putBack(claimed, 0);
    const mayBegin = (): boolean => goneEndpoints.mayBegin(endpointId, claimedAtMs);
    if (!mayBegin()) return putBack(claimed, NOT_BEGUN_DELAY_MS);
    // Connecting takes time, in which the endpoint may be stopped or the right lost.
    const isStillWanted = async (): Promise<boolean> =>
      (await findRight(claimed, endpoint)) === 'held' && queue.isOn(claimed).catch(() => false);
    const target = prepared.getTarget(claimed, endpoint);
    return sendTo(target, claimed, message, { isStillWanted, mayBegin });
  }

  async function findRight(
    { companyId, event }: ClaimedDelivery,
    { keyId, obstacle }: ClaimedEndpoint,
  ): Promise<RightState> {
    if (obstacle || keyId === null) return obstacle ?? 'held';
    try {
      const key = await rights.findRights(keyId);
      const isHeld =
        key?.company_id === companyId &&
        mayReceive(event.type, key) &&
        hasFeatureFor(event.type, key.features);
      return isHeld ? 'held' : 'lacking';
    } catch {
      return 'unknown';
    }
  }

  async function sendTo(
    target: DeliveryTarget,
    claimed: ClaimedDelivery,
    message: WebhookMessage,
    conditions: SendConditions,
  ): Promise<void> {
    const { companyId, endpointId, deliveryId, event, loggedAttempts } = claimed;
    const { host } = target.url;
    if (!slots.acquire(host, companyId)) return putBack(claimed, HOST_DELAY_MS);
    const lagMs = now().getTime() - event.occurredAt.getTime();
    const attempt = await observeAttempt(
      log,
      { event, endpointId, deliveryId, number: loggedAttempts + 1 },
      () => attemptDelivery(sender, target, message, { now, ...conditions }),
    ).finally(() => slots.release(host, companyId));
    if (!attempt.hasBegun) return putBack(claimed, NOT_BEGUN_DELAY_MS);
    if (loggedAttempts === 0) metrics.lag.observe(lagMs / 1_000);
    if (claims.has(claimed)) record(claimed, attempt);
  }

  function record(claimed: ClaimedDelivery, attempt: DeliveryAttempt): void {
    const { endpointId } = claimed;
    const verdict = judge(attempt);
    if (verdict === 'gone') goneEndpoints.add(endpointId);
    paces.markEnded(endpointId, verdict !== 'retry');
    metrics.attempts.inc({ outcome: toOutcomeClass(attempt) });
    recorder.add({ claimed, attempt, endedAt: now() });
  }

  return async (claimed, claimedAtMs) => {
    const prepared = prepareClaim(claimed, dependencies);
    await Promise.all(
      claimed.map((each) =>
        deliver(each, prepared, claimedAtMs)
          .catch((error: unknown) => {
            logFault((leftOut) => {
              const about = { delivery_id: each.deliveryId, left_out: leftOut };
              log.error({ err: error, ...about }, 'sending failed; due again when the lease ends');
            });
            claims.release([each]);
          })
          .finally(() => claims.markEnded(each)),
      ),
    );
  };
}
