import { consumersOf, SERVICES } from '@svc/contracts';
import { connect, NatsError } from 'nats';
import { connectTo, type ConnectionTarget } from './servers';
import { ensureConsumer, ensureStream } from './stream-settings';

export interface StreamPreparation {
  /** With the credentials of an administrator. */
  readonly servers: readonly string[];
  /** Copies that the NATS cluster keeps; 1 on a single server. */
  readonly replicas: number;
}

const TIMEOUT_MS = 10_000;

/**
 * Creates the stream and the consumers of every process, or updates their settings; no process has the
 * right to do so itself.
 */
export async function prepareStream(preparation: StreamPreparation): Promise<void> {
  const to = connectTo(preparation.servers);
  try {
    await prepareAt(to, preparation.replicas);
  } catch (error) {
    throw new Error(`NATS at ${to.servers.join(', ')}: ${reasonOf(error)}`);
  }
}

/** The client's error code where there is one: its message quotes the server, and must not be logged. */
function reasonOf(error: unknown): string {
  if (error instanceof NatsError && !error.isJetStreamError()) return error.code;
  return error instanceof Error ? error.message : String(error);
}

async function prepareAt(to: ConnectionTarget, replicas: number): Promise<void> {
  const nats = await connect({ ...to, name: 'administrator', timeout: TIMEOUT_MS });
  try {
    const manager = await nats.jetstreamManager({ checkAPI: false, timeout: TIMEOUT_MS });
    await ensureStream(manager, { replicas });
    for (const process of ['gateway', ...SERVICES] as const) {
      for (const consumer of consumersOf(process)) await ensureConsumer(manager, consumer);
    }
  } finally {
    await nats.close();
  }
}
