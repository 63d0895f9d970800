import { STREAM } from '@svc/contracts';
import {
  AckPolicy,
  DeliverPolicy,
  nanos,
  NatsError,
  type JetStreamManager,
  type JsMsg,
  type NatsConnection,
} from 'nats';

const BATCH = 500;
const MAX_WAIT_MS = 30_000;
const INACTIVE_MS = 60_000;

/**
 * Needs administrator rights. Callers filter by context: NATS 2.9 miscounts pending messages of a filtered
 * consumer that starts later, and finds no last message of a subject whose end was deleted.
 */
export async function* readStoredMessages(
  nats: NatsConnection,
  manager: JetStreamManager,
  { after }: { readonly after: number },
): AsyncGenerator<JsMsg> {
  const last = await findLastStored(manager, after);
  if (last === undefined) return;
  const { name } = await manager.consumers.add(STREAM, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: after + 1,
    inactive_threshold: nanos(INACTIVE_MS),
  });
  const consumer = await nats.jetstream().consumers.get(STREAM, name);
  for (let sequence = after; sequence < last;) {
    const before = sequence;
    for await (const message of await consumer.fetch({
      max_messages: BATCH,
      expires: MAX_WAIT_MS,
    })) {
      sequence = message.seq;
      yield message;
      if (sequence >= last) break;
    }
    if (sequence === before) {
      throw new Error(`NATS: no message was delivered for ${MAX_WAIT_MS} ms.`);
    }
  }
}

async function findLastStored(
  { streams }: JetStreamManager,
  after: number,
): Promise<number | undefined> {
  const { state } = await streams.info(STREAM);
  for (let sequence = state.last_seq; sequence > after; sequence -= 1) {
    if (sequence < state.first_seq) return undefined;
    try {
      return (await streams.getMessage(STREAM, { seq: sequence })).seq;
    } catch (error) {
      if (!(error instanceof NatsError && error.api_error?.code === 404)) throw error;
    }
  }
  return undefined;
}
