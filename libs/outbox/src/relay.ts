import { randomUUID } from 'node:crypto';
import { toSubject, type EventType, type Publisher } from '@svc/contracts';
import { createRun, startRetention, statement, type NoValues, type Run } from '@svc/database';
import { startLoop, type LoopResult } from '@svc/kernel';
import { shouldLogFailure, type Logger } from '@svc/logging';
import { readTrace, type PublishResult, type Stream } from '@svc/messaging';
import { isTracing, markSpanFailed, runInSpan } from '@svc/tracing';
import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { createRelayMetrics } from './metrics';
import { deleteRelayed } from './retention';

export interface RelaySettings {
  readonly db: DataSource;
  readonly context: Publisher;
  readonly stream: Stream;
  readonly log: Logger;
  readonly metrics: Registry;
}

export interface Relay {
  wake(): void;
  stop(): Promise<void>;
}

interface Row {
  readonly seq: number;
  readonly event_id: string;
  readonly type: EventType;
  readonly envelope: string;
}

/**
 * Whether the stream is known to have all events that it confirmed:
 *
 * | State      | Moves to                                                        |
 * | ---------- | --------------------------------------------------------------- |
 * | `unknown`  | `checking` with the next attempt                                |
 * | `checking` | `known` after the commit; `unknown` without one, or a reconnect |
 * | `known`    | `unknown` after a reconnect                                     |
 */
export type StreamKnowledge = 'unknown' | 'checking' | 'known';

const BATCH_ROWS = 500;
/** Events within this time are one batch, whose cost hardly depends on its size. */
const MIN_INTERVAL_MS = 20;
/** After a larger batch, a longer wait makes fewer batches. */
const MANY_ROWS = 8;
const MIN_INTERVAL_AFTER_MANY_MS = 50;
const POLL_MS = 5_000;
/** The last value delays events while a NATS cluster chooses another leader. */
const RETRY_DELAYS_MS = [250, 500, 1_000];

/** Any role could take an advisory lock; only this role can lock the row. */
const lockRelay = statement()(
  'lock_relay',
  'select from outbox_relay for no key update skip locked',
);

const nextRows = statement<NoValues, Row>()(
  'relay_rows',
  `select seq, event_id, type, envelope from outbox
   where relayed_at is null order by seq limit ${BATCH_ROWS}`,
);

const markRelayed = statement<{
  seqs: readonly number[];
  eventId: string;
  streamSequence: number;
}>()(
  'relay_mark',
  `with marked as (update outbox set relayed_at = now() where seq = any(:seqs::bigint[]))
   update outbox_relay set event_id = :eventId, stream_sequence = :streamSequence`,
);

/** No row means nothing to repeat. */
const lastPosition = statement<NoValues, { type: EventType; stream_sequence: number }>()(
  'relay_position',
  'select type, stream_sequence from outbox_relay join outbox using (event_id)',
);

const REPEATED_ROWS = 20_000;

const forgetPosition = statement()(
  'relay_forget',
  'update outbox_relay set event_id = null, stream_sequence = null',
);

const unmarkSome = statement<NoValues, { events: number }>()(
  'relay_again',
  `with again as (
     update outbox set relayed_at = null
     where seq in (select seq from outbox where relayed_at is not null limit ${REPEATED_ROWS})
     returning 1)
   select count(*) as events from again`,
);

const noTransactionTimeout = statement()(
  'relay_without_timeout',
  `select set_config('transaction_timeout', '0', true)`,
);

/**
 * Publishes events in order and marks them once confirmed.
 *
 * One relay per context is active; the others wake it. A crash before marking repeats events under the same
 * ids, which server and consumers skip. Events lost by the stream get new message ids, as contexts that saw
 * the old ones could have used them.
 */
export function startRelay({ db, context, stream, log, metrics }: RelaySettings): Relay {
  const relayed = createRelayMetrics(metrics, db, stream);
  const retention = startRetention(db, deleteRelayed, log);
  let knowledge: StreamKnowledge = 'unknown';
  /** While lost events are repeated, a suffix of message ids. */
  let repetition = '';
  /** This process has committed; the active relay may run in another one and has to be woken. */
  let hasCommitted = false;

  async function relayBatch(run: Run, failures: number): Promise<LoopResult | 'notLocked'> {
    if ((await run(lockRelay)).length === 0) return 'notLocked';
    if (knowledge !== 'known' && (await repeatLost({ run, context, stream, log }))) {
      repetition = `.${randomUUID()}`;
    }
    return relayNext(run, failures);
  }

  async function relayNext(run: Run, failures: number): Promise<LoopResult> {
    const rows = await run(nextRows);
    if (rows.length === 0) {
      repetition = '';
      return 'done';
    }
    const { confirmed, position, failure } = await publish(rows);
    if (position) {
      // All from the first unconfirmed event are published again.
      const seqs = rows.slice(0, confirmed).map(({ seq }) => seq);
      await run(markRelayed, { seqs, eventId: position.id, streamSequence: position.sequence });
      relayed.inc(confirmed);
    }
    if (confirmed < rows.length) {
      if (shouldLogFailure(failures + 1)) {
        const about = { events: rows.length - confirmed, attempt: failures + 1 };
        log.warn(
          { err: failure, ...about },
          'NATS did not confirm events; they will be published again',
        );
      }
      return 'failed';
    }
    // Only this process knows the suffix, so it keeps the lock.
    if (rows.length === BATCH_ROWS) return repetition === '' ? 'more' : relayNext(run, failures);
    repetition = '';
    return rows.length >= MANY_ROWS ? { minIntervalMs: MIN_INTERVAL_AFTER_MANY_MS } : 'done';
  }

  const publish = (rows: readonly Row[]): Promise<PublishResult> =>
    runInSpan(
      {
        name: `publish ${context}`,
        kind: 'PRODUCER',
        attributes: {
          'messaging.system': 'nats',
          'messaging.operation.type': 'send',
          'messaging.batch.message_count': rows.length,
        },
        traces: isTracing ? rows.map(({ envelope }) => readTrace(JSON.parse(envelope))) : [],
      },
      async (span) => {
        const published = await stream.publish(
          rows.map(({ event_id, type, envelope }) => ({
            id: event_id,
            messageId: `${event_id}${repetition}`,
            subject: toSubject(context, type),
            body: envelope,
          })),
        );
        if (span && published.failure) markSpanFailed(span);
        return published;
      },
    );

  async function relay(failures: number): Promise<LoopResult> {
    const shouldWakeReplicas = hasCommitted;
    hasCommitted = false;
    // `onReady` wakes the relay.
    if (!stream.isReady()) return 'done';
    if (knowledge === 'unknown') knowledge = 'checking';
    try {
      const result = await db.transaction((tx) => relayBatch(createRun(tx), failures));
      if (result !== 'notLocked') {
        // Others see the events to repeat only after the commit.
        if (knowledge === 'checking') knowledge = 'known';
        return result;
      }
    } catch (error) {
      if (shouldLogFailure(failures + 1)) {
        log.warn({ err: error, attempt: failures + 1 }, 'could not publish events; will retry');
      }
      return 'failed';
    } finally {
      if (knowledge === 'checking') knowledge = 'unknown';
    }
    if (shouldWakeReplicas) stream.wakeReplicas(context);
    return 'done';
  }

  const loop = startLoop({
    work: relay,
    minIntervalMs: MIN_INTERVAL_MS,
    pollMs: POLL_MS,
    retryMs: RETRY_DELAYS_MS,
  });
  stream.onReady(() => {
    knowledge = 'unknown';
    loop.wake();
  });
  stream.onWake(context, loop.wake);

  return {
    wake() {
      hasCommitted = true;
      loop.wake();
    },

    async stop() {
      await Promise.all([loop.stop(), retention.stop()]);
    },
  };
}

interface Repetition extends Pick<RelaySettings, 'context' | 'stream' | 'log'> {
  readonly run: Run;
}

/**
 * If the stream lost events, as after a power loss, marks the outbox for publishing again; returns whether it
 * did.
 */
async function repeatLost({ run, context, stream, log }: Repetition): Promise<boolean> {
  const [last] = await run(lastPosition);
  if (!last) return false;
  const { type, stream_sequence: sequence } = last;
  if (await stream.hasEvent({ subject: toSubject(context, type), sequence })) return false;
  await run(noTransactionTimeout);
  await run(forgetPosition);
  let repeated = 0;
  let unmarked = REPEATED_ROWS;
  while (unmarked === REPEATED_ROWS) {
    const [again] = await run(unmarkSome);
    unmarked = again?.events ?? 0;
    repeated += unmarked;
  }
  log.warn({ events: repeated }, 'the stream lost events, publishing them again');
  return true;
}
