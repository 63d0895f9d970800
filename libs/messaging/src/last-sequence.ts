import { Empty, headers, type NatsConnection } from 'nats';

const EXPECTED_HEADER = 'Nats-Expected-Last-Subject-Sequence';
/** No stream ever reaches this sequence. */
const NEVER = String(Number.MAX_SAFE_INTEGER);
const WRONG_LAST_SEQUENCE = 10_071;
const TIMEOUT_MS = 2_000;

interface Refusal {
  readonly error?: { readonly err_code?: number; readonly description?: string };
}

/**
 * The sequence of the last message at a subject; 0 if there is none.
 *
 * Read from the error of a publication that the stream must reject, as the right to publish is enough for
 * that. The right to read the stream would expose every context's messages, or let a process publish in
 * another's name.
 */
export async function lastSequenceOf(nats: NatsConnection, subject: string): Promise<number> {
  const expectation = headers();
  expectation.set(EXPECTED_HEADER, NEVER);
  const answer = await nats.request(subject, Empty, { headers: expectation, timeout: TIMEOUT_MS });
  const { error } = answer.json<Refusal>();
  const [, sequence] = /: (\d+)$/.exec(error?.description ?? '') ?? [];
  if (error?.err_code !== WRONG_LAST_SEQUENCE || sequence === undefined) {
    throw new Error(`JetStream: ${error?.description ?? 'no refusal'}.`);
  }
  return Number(sequence);
}
