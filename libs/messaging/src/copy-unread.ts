import { STREAM } from '@svc/contracts';
import { connect, type JetStreamManager, type NatsConnection } from 'nats';
import { listAllConsumers } from './prepare-stream';
import { createWindowPublisher, ID_HEADER, type OutgoingEvent } from './publish-window';
import { toConnectionTarget } from './servers';
import { readStoredMessages } from './stored-messages';

export interface CopyOptions {
  /** Both URLs have administrator credentials. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 10_000;
const BATCH = 256;

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
  const publish = createWindowPublisher(target, '_INBOX.copy');
  let copied = 0;
  let batch: OutgoingEvent[] = [];
  const publishBatch = async (): Promise<void> => {
    signal.throwIfAborted();
    const { failure } = await publish(batch);
    if (failure) throw failure;
    copied += batch.length;
    batch = [];
  };
  for await (const message of readStoredMessages(source, manager, { after: first - 1 })) {
    const id = message.headers?.get(ID_HEADER) ?? '';
    batch.push({ id, subject: message.subject, body: message.string() });
    if (batch.length === BATCH) await publishBatch();
  }
  if (batch.length > 0) await publishBatch();
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
