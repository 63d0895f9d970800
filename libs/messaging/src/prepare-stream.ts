import { consumersOf, SERVICES, type StreamConsumer } from '@svc/contracts';
import { connect, NatsError } from 'nats';
import { connectTo, type ConnectionTarget } from './servers';
import { ensureConsumer, ensureStream } from './stream-settings';

export interface StreamPreparation {
  /** With administrator credentials. */
  readonly servers: readonly string[];
  /** Copies in the NATS cluster; 1 on a single server. */
  readonly replicas: number;
  /** Per request to the servers. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;

export const allConsumers = (): StreamConsumer[] =>
  (['gateway', ...SERVICES] as const).flatMap(consumersOf);

/** Creates or updates the stream and all consumers; processes have no right to do so. */
export async function prepareStream(preparation: StreamPreparation): Promise<void> {
  const to = connectTo(preparation.servers);
  try {
    await prepareAt(to, preparation);
  } catch (error) {
    throw new Error(`NATS at ${to.servers.join(', ')}: ${reasonOf(error)}`);
  }
}

/** The client's error code if there is one: its message quotes the server, and must not be logged. */
function reasonOf(error: unknown): string {
  if (error instanceof NatsError && !error.isJetStreamError()) return error.code;
  return error instanceof Error ? error.message : String(error);
}

async function prepareAt(
  to: ConnectionTarget,
  { replicas, timeoutMs = TIMEOUT_MS }: StreamPreparation,
): Promise<void> {
  const nats = await connect({ ...to, name: 'administrator', timeout: timeoutMs });
  try {
    const manager = await nats.jetstreamManager({ checkAPI: false, timeout: timeoutMs });
    await ensureStream(manager, { replicas });
    for (const consumer of allConsumers()) await ensureConsumer(manager, consumer);
  } finally {
    await nats.close();
  }
}
