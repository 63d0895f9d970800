import { listConsumers, SERVICES, type StreamConsumer } from '@svc/contracts';
import { connect, NatsError, type NatsConnection } from 'nats';
import { toConnectionTarget } from './servers';
import { ensureConsumer, ensureStream } from './stream-settings';

export interface StreamPreparation {
  /** With administrator credentials. */
  readonly servers: readonly string[];
  /** Copies in the NATS cluster; 1 on a single server. */
  readonly replicas: number;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;

export const listAllConsumers = (): StreamConsumer[] =>
  (['gateway', ...SERVICES] as const).flatMap(listConsumers);

/** Processes have no right to create these themselves. */
export async function prepareStream({
  servers,
  replicas,
  timeoutMs = TIMEOUT_MS,
}: StreamPreparation): Promise<void> {
  const target = toConnectionTarget(servers);
  let nats: NatsConnection | undefined;
  try {
    nats = await connect({ ...target, name: 'administrator', timeout: timeoutMs });
    const manager = await nats.jetstreamManager({ checkAPI: false, timeout: timeoutMs });
    await ensureStream(manager, { replicas });
    for (const consumer of listAllConsumers()) await ensureConsumer(manager, consumer);
  } catch (error) {
    throw new Error(`NATS at ${target.servers.join(', ')}: ${describeNatsError(error)}`);
  } finally {
    await nats?.close();
  }
}

/** Prefers the error code: the message quotes the server and must not be logged. */
function describeNatsError(error: unknown): string {
  if (error instanceof NatsError && !error.isJetStreamError()) return error.code;
  return error instanceof Error ? error.message : String(error);
}
