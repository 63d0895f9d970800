import { STREAM } from '@svc/contracts';
import { connect, DeliverPolicy, type JetStreamManager, type NatsConnection } from 'nats';
import { listAllConsumers } from './prepare-stream';
import { createWindowPublisher, ID_HEADER } from './publish-window';
import { toConnectionTarget } from './servers';

export interface CopyOptions {
  /** Both URLs have administrator credentials. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 10_000;
const BATCH = 256;
const NEXT_BATCH_MS = 5_000;

/**
 * Copies all events from the first that some consumer has not acknowledged, and counts them. Consumers
 * recognise repeated events, so an aborted copy can be repeated. Nothing may publish meanwhile.
 */
export async function copyUnreadEvents({ from, to, signal }: CopyOptions): Promise<number> {
  const source = await connectAsAdministrator(from);
  try {
    const target = await connectAsAdministrator(to);
    try {
      return await copy(source, target, signal);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

const connectAsAdministrator = (servers: readonly string[]): Promise<NatsConnection> =>
  connect({ ...toConnectionTarget(servers), name: 'administrator', timeout: TIMEOUT_MS });

async function copy(
  source: NatsConnection,
  target: NatsConnection,
  signal: AbortSignal,
): Promise<number> {
  const manager = await source.jetstreamManager({ checkAPI: false, timeout: TIMEOUT_MS });
  const first = await findFirstUnread(manager);
  if (first === undefined) return 0;
  const { last_seq: last } = (await manager.streams.info(STREAM)).state;
  const publish = createWindowPublisher(target, '_INBOX.copy');
  const reader = await source
    .jetstream({ timeout: TIMEOUT_MS })
    .consumers.get(STREAM, { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: first });
  let copied = 0;
  for (let sequence = first - 1; sequence < last;) {
    signal.throwIfAborted();
    const events = [];
    for await (const message of await reader.fetch({
      max_messages: BATCH,
      expires: NEXT_BATCH_MS,
    })) {
      events.push({
        id: message.headers?.get(ID_HEADER) ?? '',
        subject: message.subject,
        body: message.string(),
      });
      sequence = message.seq;
      if (sequence === last) break;
    }
    if (events.length === 0 && (await reader.info()).num_pending === 0) break;
    const { confirmed, failure } = await publish(events);
    if (failure) throw failure;
    copied += confirmed;
  }
  return copied;
}

/** Each consumer is read alone, as a list omits those without a leader. */
async function findFirstUnread({ consumers }: JetStreamManager): Promise<number | undefined> {
  const sequences: number[] = [];
  for (const { durable } of listAllConsumers()) {
    const { num_pending, num_ack_pending, ack_floor } = await consumers.info(STREAM, durable);
    if (num_pending + num_ack_pending > 0) sequences.push(ack_floor.stream_seq + 1);
  }
  return sequences.length > 0 ? Math.min(...sequences) : undefined;
}
