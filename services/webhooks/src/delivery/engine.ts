import { setTimeout as delay } from 'node:timers/promises';
import { oncePer } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import { STOPPED } from '../domain/delivery';
import { allot } from '../domain/allotment';
import { judge, outcomeClass } from '../domain/attempt';
import {
  FRESH_PACE,
  isParked,
  paceAfter,
  retriesFirst,
  roomOf,
  roomToTake,
  type EndpointPace,
} from '../domain/endpoint-pace';
import { signingSecrets } from '../domain/signing-secret';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { Claimed, ClaimedEndpoint, DeliveryQueue } from '../persistence/delivery-queue';
import { openedSecrets } from '../persistence/endpoint-repository';
import type { SecretBox } from '../persistence/secret-box';
import {
  attemptDelivery,
  messageOf,
  type Attempted,
  type Message,
  type Target,
} from './attempt-delivery';
import { logFailedAttempt } from './log-failed-attempt';
import type { DeliveryMetrics } from './metrics';
import type { RecordReader } from './record-reader';
import { createRecorder, type RecorderSettings } from './recorder';
import type { Sender } from './send';
import { tally } from './tally';
import { turnsWithin } from './turns';

export interface EngineSettings {
  readonly queue: DeliveryQueue;
  readonly box: SecretBox;
  readonly sender: Sender;
  readonly records: RecordReader;
  readonly settle: RecorderSettings['settle'];
  /** Gives up deliveries of an endpoint that is off, gone or paused. */
  readonly giveUp: (companyId: number, endpointId: number) => Promise<void>;
  /** How long an endpoint is parked while its breaker is open. */
  readonly parkMs: number;
  readonly metrics: DeliveryMetrics;
  readonly log: Logger;
  readonly now: () => Date;
}

export interface Engine {
  /** There may be something to send; called as often as one likes. */
  wake(): void;
  /** Takes nothing more, and resolves when what is under way is recorded or given back. */
  stop(): Promise<void>;
}

/** Slots = rate × time from claim to record: 512 at 200 ms carry 2,560 a second. */
const SLOTS = 512;
/** A quarter is kept for first attempts, so that a backlog of retries delays no news. */
const RETRY_SLOTS = SLOTS * 0.75;
/** Longer than reading the record, waiting for a turn and the sender's deadline together. */
const LEASE_MS = 20_000;
const POLL_MS = 250;
/** Claims are at least this far apart: one for a hundred deliveries costs little more than for one. */
const GATHER_MS = 10;
/** A record that was read longer ago is not sent any more. */
const READY_MS = 2_000;
/** An owner that is down is asked again after this; so is whether a key's rights are known by now. */
const OWNER_PAUSE_MS = 2_000;
/** Connections to one host, whose endpoints may be of many companies. */
const HOST_SLOTS = 64;
const HOST_PAUSE_MS = 500;
const STOP_WITHIN_MS = 2_000;
/** Endpoints that nothing was sent to for long are forgotten. */
const REMEMBERED_PACES = 10_000;

/** Sends what is due, fairly, for as long as it runs. Any number of engines may share the work. */
export function startEngine(settings: EngineSettings): Engine {
  const { queue, box, sender, records, settle, giveUp, parkMs, metrics, log, now } = settings;
  const paces = new Map<number, EndpointPace>();
  const paceOf = (endpointId: number): EndpointPace => paces.get(endpointId) ?? FRESH_PACE;
  /** What is taken for each endpoint and not answered. */
  const unanswered = tally<number>();
  /** What each endpoint gets at once; the rest of what is taken for it is ready and waits. */
  const turns = turnsWithin<number>((id, sending) => roomOf(paceOf(id), sending, Date.now()));
  /** What each host is being sent, whoever's endpoints it has. */
  const requests = tally<string>();
  /** What is taken and not recorded. */
  const underWay = new Set<Claimed>();
  let isStopped = false;
  /** What ends from now on was ended by us, and says nothing of its receiver. */
  let isClosed = false;
  let isWanted = false;
  let endPause = (): void => {};

  const recorder = createRecorder({
    settle,
    log,
    leaseMs: LEASE_MS,
    settled(ended, statuses) {
      for (const status of statuses) {
        if (status !== 'retrying') metrics.deliveries.inc({ status });
      }
      release(ended.map(({ claimed }) => claimed));
    },
  });

  const retriesUnderWay = (): number =>
    [...underWay].reduce((count, { isRetry }) => count + Number(isRetry), 0);

  function underWayByCompany(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const { companyId } of underWay) counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
    return counts;
  }

  function take(claimed: readonly Claimed[]): void {
    for (const each of claimed) {
      const { endpointId, isRetry } = each;
      underWay.add(each);
      unanswered.add(endpointId);
      const pace = paceOf(endpointId);
      if (pace.tookRetry !== isRetry) paces.set(endpointId, { ...pace, tookRetry: isRetry });
    }
  }

  /** Its endpoint has room again, though the slot is taken until the attempt is recorded. */
  function answered({ endpointId }: Claimed): void {
    unanswered.remove(endpointId);
    wake();
  }

  function release(claimed: readonly Claimed[]): void {
    for (const each of claimed) underWay.delete(each);
    wake();
  }

  /** It waits without using up an attempt. */
  async function putBack(claimed: Claimed, forMs: number): Promise<void> {
    if (!isClosed) await queue.postpone([claimed], new Date(now().getTime() + forMs));
    release([claimed]);
  }

  function keepPace(endpointId: number, hasWorked: boolean): void {
    const before = paceOf(endpointId);
    paces.delete(endpointId);
    paces.set(endpointId, paceAfter(before, hasWorked, { nowMs: Date.now(), parkMs }));
    const [oldest] = paces.keys();
    if (paces.size > REMEMBERED_PACES && oldest !== undefined) paces.delete(oldest);
  }

  async function round(): Promise<void> {
    if (underWay.size >= SLOTS) return;
    const at = now();
    const lanes = await queue.lanes(at);
    const sending = underWayByCompany();
    const allotments = allot(lanes, {
      slots: SLOTS - underWay.size,
      retrySlots: RETRY_SLOTS - retriesUnderWay(),
      standing: (id) => ({
        underWay: unanswered.of(id),
        room: roomToTake(paceOf(id), unanswered.of(id), Date.now()),
        retriesFirst: retriesFirst(paceOf(id)),
      }),
      underWay: (id) => sending.get(id) ?? 0,
    });
    if (allotments.length === 0) return;
    const claimed = await queue.claim(allotments, at, new Date(at.getTime() + LEASE_MS));
    take(claimed);
    void deliverAll(claimed);
  }

  /** Never rejects: what goes wrong is up to the lease. */
  async function deliverAll(claimed: readonly Claimed[]): Promise<void> {
    const together = sharedBy(claimed);
    await Promise.all(
      claimed.map((each) =>
        deliver(each, together)
          .catch((error: unknown) => {
            log.error({ err: error, delivery_id: each.deliveryId }, 'delivery failed on our side');
            release([each]);
          })
          .finally(() => answered(each)),
      ),
    );
  }

  /** An event goes to many endpoints, and an endpoint gets many events. */
  function sharedBy(claimed: readonly Claimed[]): Together {
    const sendable = claimed.filter(({ endpoint }) => endpoint?.rights === 'held');
    const shownOf = records([...new Map(sendable.map((each) => [each.event.id, each])).values()]);
    const messages = oncePer<string, Promise<Message>>();
    const targets = oncePer<number, Target>();
    return {
      messageOf: (event) => messages(event.id, async () => messageOf(event, await shownOf(event))),
      targetOf: ({ companyId, endpointId }, endpoint) =>
        targets(endpointId, () => ({
          endpointId,
          url: new URL(endpoint.url),
          secrets: signingSecrets(openedSecrets(box, companyId, endpoint), now()),
        })),
    };
  }

  /** Ends when its endpoint has room for another one. */
  async function deliver(claimed: Claimed, together: Together): Promise<void> {
    const { endpoint, event, endpointId } = claimed;
    if (!endpoint || endpoint.rights === 'missing') {
      log.info({ delivery_id: claimed.deliveryId, reason: STOPPED }, 'delivery given up');
      await giveUp(claimed.companyId, endpointId);
      return release([claimed]);
    }
    if (endpoint.rights === 'unknown') return putBack(claimed, OWNER_PAUSE_MS);
    const message = await together.messageOf(event).catch((error: unknown) => {
      log.warn({ err: error, event_id: event.id }, 'record not read, delivery waits');
      return undefined;
    });
    if (!message) return putBack(claimed, OWNER_PAUSE_MS);
    const readAt = performance.now();
    if (!(await turns.take(endpointId))) return putBack(claimed, 0);
    try {
      const isLate = performance.now() - readAt > READY_MS;
      if (isLate || isStopped) return await putBack(claimed, 0);
      return await sendTo(together.targetOf(claimed, endpoint), claimed, message);
    } finally {
      turns.end(endpointId);
    }
  }

  async function sendTo(target: Target, claimed: Claimed, message: Message): Promise<void> {
    const { event, attemptsBefore } = claimed;
    const { host } = target.url;
    if (requests.of(host) >= HOST_SLOTS) return putBack(claimed, HOST_PAUSE_MS);
    if (attemptsBefore === 0) {
      metrics.lag.observe((now().getTime() - event.occurredAt.getTime()) / 1_000);
    }
    requests.add(host);
    const attempted = await attemptDelivery(sender, target, message, now).finally(() =>
      requests.remove(host),
    );
    return record(claimed, attempted);
  }

  function record(claimed: Claimed, attempted: Attempted): void {
    if (isClosed) return release([claimed]);
    const { attempt, outcome } = attempted;
    keepPace(claimed.endpointId, judge(outcome) !== 'retry');
    metrics.attempts.inc({ outcome: outcomeClass(outcome) });
    const { companyId, endpointId, deliveryId, event, attemptsBefore } = claimed;
    const names = { companyId, endpointId, deliveryId, eventId: event.id };
    logFailedAttempt(log, { ...names, number: attemptsBefore + 1 }, attempted);
    recorder.add({ claimed, attempt, outcome, endedAt: now() });
  }

  function wake(): void {
    isWanted = true;
    endPause();
  }

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    while (!isStopped) {
      isWanted = false;
      await round().catch((error: unknown) => {
        log.warn({ err: error }, 'nothing claimed');
        isWanted = false;
      });
      await delay(GATHER_MS);
      if (!isWanted && !isStopped) await pause();
    }
  }

  metrics.watch({
    inFlight: () => underWay.size,
    parkedEndpoints: () => [...paces.values()].filter((pace) => isParked(pace, Date.now())).length,
    oldestAge: queue.oldestAge,
  });
  const running = run();

  return {
    wake,

    async stop() {
      isStopped = true;
      endPause();
      await running;
      const deadline = Date.now() + STOP_WITHIN_MS;
      while (underWay.size > 0 && Date.now() < deadline) await pause();
      // Sent again by whoever runs next, under the same event ids.
      if (underWay.size > 0) await queue.postpone([...underWay], now());
      isClosed = true;
      sender.close();
      await recorder.idle();
    },
  };
}

/** What deliveries that are claimed together share. */
interface Together {
  readonly messageOf: (event: WebhookEventRecord) => Promise<Message>;
  readonly targetOf: (claimed: Claimed, endpoint: ClaimedEndpoint) => Target;
}
