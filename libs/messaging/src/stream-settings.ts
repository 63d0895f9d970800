import {
  DiscardPolicy,
  nanos,
  NatsError,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
} from 'nats';

/** The one stream of all contexts. */
export const STREAM = 'FSM';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/**
 * How the stream is kept.
 *
 * A week covers any outage a consumer comes back from by itself; what is older is rebuilt from the
 * owners. Five million events bound the disk to about 5 GB without reserving it, as a limit in bytes
 * would. The server holds every message id of the duplicate window in memory, so that the window
 * only covers a relay's restart; consumers skip what is repeated later.
 */
const settings = (replicas: number) => ({
  subjects: ['fsm.>'],
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.Old,
  storage: StorageType.File,
  num_replicas: replicas,
  max_age: nanos(7 * DAY_MS),
  max_msgs: 5_000_000,
  duplicate_window: nanos(120 * SECOND_MS),
});

/**
 * Creates the stream or brings it to these settings, then reads them back: an old server drops
 * options that it does not know without a word.
 */
export async function ensureStream(manager: JetStreamManager, replicas: number): Promise<void> {
  const wanted = settings(replicas);
  const present = await configOf(manager);
  if (present === undefined) {
    await manager.streams.add({ name: STREAM, ...wanted });
  } else if (differences(present, wanted).length > 0) {
    await manager.streams.update(STREAM, wanted);
  }
  const unmet = differences((await configOf(manager)) ?? {}, wanted);
  if (unmet.length > 0) {
    throw new Error(`The NATS server does not keep ${unmet.join(', ')} of stream ${STREAM}.`);
  }
}

async function configOf(manager: JetStreamManager): Promise<StreamConfig | undefined> {
  try {
    return (await manager.streams.info(STREAM)).config;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Whether JetStream answered that there is no such stream, consumer or message. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof NatsError && error.api_error?.code === 404;

/** Names of the settings that the server keeps otherwise than wanted. */
export const differences = (kept: object, wanted: object): string[] =>
  Object.entries(wanted)
    .filter(([name, value]) => JSON.stringify(Reflect.get(kept, name)) !== JSON.stringify(value))
    .map(([name]) => name);
