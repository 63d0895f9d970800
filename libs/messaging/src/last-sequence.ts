import { Empty, headers, type NatsConnection } from 'nats';

const EXPECTED_HEADER = 'Nats-Expected-Last-Subject-Sequence';
const NEVER = String(Number.MAX_SAFE_INTEGER);
const WRONG_LAST_SEQUENCE = 10_071;
const TIMEOUT_MS = 2_000;

interface Rejection {
  readonly error?: { readonly err_code?: number; readonly description?: string };
}

/**
 * Returns 0 without a message. Reads the error of a publication that the stream must reject, which needs only
 * the right to publish: the right to read the stream would expose every context's messages.
 */
export async function readLastSequence(nats: NatsConnection, subject: string): Promise<number> {
  const expectation = headers();
  expectation.set(EXPECTED_HEADER, NEVER);
  const reply = await nats.request(subject, Empty, { headers: expectation, timeout: TIMEOUT_MS });
  const { error } = reply.json<Rejection>();
  const [, sequence] = /: (\d+)$/.exec(error?.description ?? '') ?? [];
  if (error?.err_code !== WRONG_LAST_SEQUENCE || sequence === undefined) {
    throw new Error(`JetStream: ${error?.description ?? 'it did not reject the publication'}.`);
  }
  return Number(sequence);
}
