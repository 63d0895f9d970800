import { Empty, headers, type NatsConnection } from 'nats';

const EXPECTED_HEADER = 'Nats-Expected-Last-Subject-Sequence';
/** A sequence number that no stream will ever have. */
const NEVER = String(Number.MAX_SAFE_INTEGER);
const WRONG_LAST_SEQUENCE = 10_071;
const TIMEOUT_MS = 2_000;

interface Refusal {
  readonly error?: { readonly err_code?: number; readonly description?: string };
}

/**
 * The sequence number of the last message at a subject, 0 when there is none.
 *
 * It is read from the error of a publication that the stream has to refuse, for which the right to
 * publish there is enough. A right to read the stream would allow too much: it shows the messages of
 * all contexts, or lets a process have its own delivered to any subject, another context's included.
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
