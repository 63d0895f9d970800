import { MAX_EVENT_BYTES, STREAM, type StreamConsumer } from '@svc/contracts';
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  nanos,
  NatsError,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
} from 'nats';

/** Without a leader nobody responds, and the request is repeated. */
export const JETSTREAM_TIMEOUT_MS = 1_500;

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const GIB_BYTES = 2 ** 30;

/**
 * Retention covers any outage; older facts are rebuilt from their owners. Five million events are about 5 GB;
 * max_bytes stops a compromised process. A full stream drops old events instead of stopping all contexts.
 * Message ids stay in memory for the duplicate window, which covers a relay's restart; consumers skip later
 * repetitions.
 */
const streamSettings = (replicas: number) => ({
  subjects: ['fsm.>'],
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.Old,
  storage: StorageType.File,
  num_replicas: replicas,
  max_age: nanos(7 * DAY_MS),
  max_msgs: 5_000_000,
  max_bytes: 8 * GIB_BYTES,
  max_msg_size: MAX_EVENT_BYTES,
  duplicate_window: nanos(120 * SECOND_MS),
});

/** How long other replicas wait for messages of a killed process. */
export const ACK_WAIT_MS = 20_000;

const consumerSettings = (filter: string, ackWaitMs: number) => ({
  filter_subject: filter,
  ack_policy: AckPolicy.Explicit,
  deliver_policy: DeliverPolicy.All,
  replay_policy: ReplayPolicy.Instant,
  ack_wait: nanos(ackWaitMs),
  // Includes delayed messages: a burst of failures must not stop the others.
  max_ack_pending: 2_000,
  // Counted by the consumer, which gives up only after storing the dead letter.
  max_deliver: -1,
});

interface ServerObject<Settings> {
  readonly what: string;
  readonly wanted: Settings;
  present(): Promise<{ readonly config: object }>;
  add(wanted: Settings): Promise<unknown>;
  update(wanted: Settings): Promise<unknown>;
}

/**
 * Reads the settings back: an old server silently drops unknown options. A context's user may only read them,
 * and waits for an administrator.
 */
async function ensure<Settings extends object>(object: ServerObject<Settings>): Promise<void> {
  const { what, wanted, add, update } = object;
  const present = await readConfig(object);
  const unmet = present && findDifferences(present, wanted);
  if (unmet?.length === 0) return;
  const problem = unmet ? `has another ${unmet.join(', ')} for ${what}` : `has no ${what}`;
  try {
    await (present ? update(wanted) : add(wanted));
  } catch (error) {
    // Another process created it meanwhile.
    if (!present && (await readConfig(object))) return ensure(object);
    if (!isNotAllowed(error)) throw error;
    throw new Error(`NATS ${problem}: an administrator has to prepare it.`, { cause: error });
  }
  const dropped = findDifferences((await readConfig(object)) ?? {}, wanted);
  if (dropped.length > 0) {
    throw new Error(`The NATS server is too old: it ignores ${dropped.join(', ')} of ${what}.`);
  }
}

export const ensureStream = (
  { streams }: JetStreamManager,
  { replicas }: { readonly replicas: number },
): Promise<void> =>
  ensure({
    what: `stream ${STREAM}`,
    wanted: streamSettings(replicas),
    present: () => streams.info(STREAM),
    add: (wanted) => streams.add({ name: STREAM, ...wanted }),
    update: (wanted) => streams.update(STREAM, wanted),
  });

export const ensureConsumer = (
  { consumers }: JetStreamManager,
  { durable, filter }: StreamConsumer,
  ackWaitMs = ACK_WAIT_MS,
): Promise<void> =>
  ensure({
    what: `consumer ${durable}`,
    wanted: consumerSettings(filter, ackWaitMs),
    present: () => consumers.info(STREAM, durable),
    add: (wanted) => consumers.add(STREAM, { durable_name: durable, ...wanted }),
    update: (wanted) => consumers.update(STREAM, durable, wanted),
  });

async function readConfig({
  present,
}: Pick<ServerObject<object>, 'present'>): Promise<object | undefined> {
  try {
    return (await present()).config;
  } catch (error) {
    if (isJetStreamNotFound(error)) return undefined;
    throw error;
  }
}

export const isJetStreamNotFound = (error: unknown): boolean =>
  error instanceof NatsError && error.api_error?.code === 404;

const isNotAllowed = (error: unknown): boolean =>
  error instanceof NatsError && error.isPermissionError();

const findDifferences = (actual: object, wanted: object): string[] =>
  Object.entries(wanted)
    .filter(([name, value]) => JSON.stringify(Reflect.get(actual, name)) !== JSON.stringify(value))
    .map(([name]) => name);
