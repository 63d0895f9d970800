import { batchQueries } from '@svc/database';
import { createLinePerSecond, type Logger } from '@svc/logging';
import type { OutgoingHttp, SendConditions } from '@svc/outgoing-http';
import { judge, toOutcomeClass, type DeliveryAttempt } from '../domain/attempt';
import { meetsConditions } from '../domain/conditions';
import { STOPPED } from '../domain/delivery';
import type { DeliveryToStop } from '../persistence/delivery-log';
import { TEST_EVENT } from '../domain/webhook-body';
import { hasFeatureFor, mayReceive } from '../domain/key-rights';
import type { ClaimedDelivery, ClaimedEndpoint } from '../persistence/claim-deliveries';
import type { DeliveryQueue } from '../persistence/delivery-queue';
import { attemptDelivery, type DeliveryTarget, type WebhookMessage } from './attempt-delivery';
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
  readonly sender: OutgoingHttp;
  readonly stopDeliveries: (companyId: number, endpointId: number) => Promise<void>;
  readonly stopDelivery: (delivery: DeliveryToStop) => Promise<void>;
  readonly claims: ClaimedDeliveries;
  readonly paces: Paces;
  readonly goneEndpoints: GoneEndpoints;
  readonly recorder: Pick<Recorder, 'add'>;
  readonly onFiltered: (companyId: number) => void;
  readonly isStopping: () => boolean;
  readonly metrics: DeliveryMetrics;
  readonly log: Logger;
}

interface Postponement {
  readonly delivery: ClaimedDelivery;
  readonly delayMs: number;
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
type Deliver = (deliveries: readonly ClaimedDelivery[], claimedAtMs: number) => Promise<void>;

type RightState = 'held' | 'unknown' | NonNullable<ClaimedEndpoint['obstacle']>;

export function createDeliver(dependencies: DeliverDependencies): Deliver {
  const { queue, rights, sender, stopDeliveries, stopDelivery, log, now } = dependencies;
  const { claims, paces, goneEndpoints, recorder, onFiltered, isStopping, metrics } = dependencies;
  const slots = createHostSlots();
  // Hundreds of deliveries may wait for the same reason.
  const logUnread = createLinePerSecond();
  const logFault = createLinePerSecond();

  // In batches, because hundreds may find no slot at the same time.
  const postpone = batchQueries<Postponement, void>(
    async (batch) => {
      const [{ delayMs } = { delayMs: 0 }] = batch;
      const deliveries = batch.map(({ delivery }) => delivery);
      await queue.postpone(deliveries, new Date(now().getTime() + delayMs));
      return [];
    },
    { groupBy: ({ delayMs }) => delayMs },
  );

  const filter = batchQueries<ClaimedDelivery, void>(
    async (batch) => {
      await queue.filter(batch);
      return [];
    },
    { groupBy: ({ day }) => day },
  );

  /** Puts a delivery back without using up an attempt. */
  async function putBack(delivery: ClaimedDelivery, delayMs: number): Promise<void> {
    if (claims.has(delivery)) await postpone({ delivery, delayMs });
    claims.release([delivery]);
  }

  async function deliver(
    delivery: ClaimedDelivery,
    prepared: PreparedClaim,
    claimedAtMs: number,
  ): Promise<void> {
    const { companyId, deliveryId, endpoint, event, endpointId } = delivery;
    const right = endpoint && (await findRight(delivery, endpoint));
    if (right === 'unknown') return putBack(delivery, READ_DELAY_MS);
    if (!endpoint || right !== 'held') {
      log.info({ delivery_id: deliveryId, reason: STOPPED }, 'delivery stopped');
      if (endpoint) await stopDelivery({ companyId, deliveryId, isMissed: right === 'missed' });
      else await stopDeliveries(companyId, endpointId);
      return claims.release([delivery]);
    }
    const message = await prepared.getMessage(event).catch((error: unknown) => {
      logUnread((leftOut) => {
        const about = { event_id: event.id, left_out: leftOut };
        log.warn({ err: error, ...about }, 'could not read the record; the delivery waits');
      });
      return undefined;
    });
    if (!message) return putBack(delivery, READ_DELAY_MS);
    if (event.type !== TEST_EVENT && !meetsConditions(endpoint.conditions, message.object)) {
      await filter(delivery);
      metrics.deliveries.inc({ status: 'filtered' });
      onFiltered(companyId);
      return claims.release([delivery]);
    }
    if (isStopping()) return putBack(delivery, 0);
    // Reading the record took time.
    if ((await findRight(delivery, endpoint)) !== 'held') return putBack(delivery, 0);
    const mayBegin = (): boolean => goneEndpoints.mayBegin(endpointId, claimedAtMs);
    if (!mayBegin()) return putBack(delivery, NOT_BEGUN_DELAY_MS);
    // Connecting takes time, in which the endpoint may be stopped or the right lost.
    const isStillWanted = async (): Promise<boolean> =>
      (await findRight(delivery, endpoint)) === 'held' && queue.isOn(delivery).catch(() => false);
    const target = prepared.getTarget(delivery, endpoint);
    return sendTo(target, delivery, message, { isStillWanted, mayBegin });
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
    delivery: ClaimedDelivery,
    message: WebhookMessage,
    conditions: SendConditions,
  ): Promise<void> {
    const { companyId, endpointId, deliveryId, event, loggedAttempts } = delivery;
    const { host } = target.url;
    if (!slots.acquire(host, companyId)) return putBack(delivery, HOST_DELAY_MS);
    const lagMs = now().getTime() - event.occurredAt.getTime();
    const attempt = await observeAttempt(
      log,
      { event, endpointId, deliveryId, number: loggedAttempts + 1 },
      () => attemptDelivery(sender, target, message, { now, ...conditions }),
    ).finally(() => slots.release(host, companyId));
    if (!attempt.hasBegun) return putBack(delivery, NOT_BEGUN_DELAY_MS);
    if (loggedAttempts === 0) metrics.lag.observe(lagMs / 1_000);
    if (claims.has(delivery)) record(delivery, attempt);
  }

  function record(delivery: ClaimedDelivery, attempt: DeliveryAttempt): void {
    const { endpointId } = delivery;
    const verdict = judge(attempt);
    if (verdict === 'gone') goneEndpoints.add(endpointId);
    paces.markEnded(endpointId, verdict !== 'retry');
    metrics.attempts.inc({ outcome: toOutcomeClass(attempt) });
    recorder.add({ delivery, attempt, endedAt: now() });
  }

  return async (deliveries, claimedAtMs) => {
    const prepared = prepareClaim(deliveries, dependencies);
    await Promise.all(
      deliveries.map((each) =>
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
