import { createHash } from 'node:crypto';
import { DomainError, invalidField } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import type { Answer } from '../admission/answer';
import type { Exchange } from '../admission/exchange';
import type { ApiKey } from '../keys/key';
import type { IdempotencyName, KeptAnswer, KeptAnswers } from './kept-answers';

export interface Idempotency {
  readonly kept: KeptAnswers;
  /** How long the key stays locked when the gateway dies during the request: longer than any service may take. */
  readonly lockMs: number;
  readonly log: Logger;
}

const HEADER = 'Idempotency-Key';
const LONGEST_NAME = 255;

/** The Idempotency-Key of a POST; on other methods it has no meaning. */
export function idempotencyName({ request }: Exchange, key: ApiKey): IdempotencyName | undefined {
  if (request.method !== 'POST') return undefined;
  const [text, ...more] = request.headersDistinct['idempotency-key'] ?? [];
  if (text === undefined) return undefined;
  if (more.length > 0 || text.length === 0 || text.length > LONGEST_NAME) {
    throw invalidField(HEADER, `${HEADER} must be given once and have 1 to 255 characters.`);
  }
  return { companyId: key.company.id, keyId: key.id, text };
}

export interface Attempt {
  readonly exchange: Exchange;
  readonly name: IdempotencyName;
  readonly body: Buffer | undefined;
}

/** Runs a request the first time it is made; its repetitions get the answer of the first. */
export async function answerOnce(
  { exchange, name, body }: Attempt,
  run: () => Promise<Answer>,
  { kept, lockMs, log }: Idempotency,
): Promise<Answer> {
  const locked = await kept.lock(name, fingerprintOf(exchange, body), lockMs);
  switch (locked.state) {
    case 'kept':
      return replay(locked.answer, exchange.id);
    case 'reused':
      throw new DomainError(
        'idempotency_key_reused',
        `This ${HEADER} was used for a different request.`,
      );
    case 'running':
      throw new DomainError(
        'idempotency_in_progress',
        `The first request with this ${HEADER} is still running.`,
      );
    case 'locked':
      break;
  }
  let answer: Answer | undefined;
  try {
    answer = await run();
    return answer;
  } finally {
    await settle().catch((error: unknown) =>
      log.error({ err: error, request_id: exchange.id }, 'answer not kept for its Idempotency-Key'),
    );
  }

  /** The answer is kept before the client gets it, so that a repetition finds it and no running request. */
  async function settle(): Promise<void> {
    const { token } = locked as { readonly token: string };
    if (answer && answer.status < 500 && !answer.isUnfinished)
      await kept.keep(name, token, keptFrom(answer));
    else await kept.unlock(name, token);
  }
}

/**
 * Names a request to its service, which does it once: also where the gateway has no answer to keep, because
 * none came in time. Repetitions have the same name, and no other request ever.
 */
export function requestName({ exchange, name: { keyId, text }, body }: Attempt): string {
  const hash = createHash('sha256').update(`${keyId} ${text}\n`);
  return hash.update(fingerprintOf(exchange, body)).digest('base64url');
}

const fingerprintOf = ({ request }: Exchange, body: Buffer | undefined): Buffer => {
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`);
  return hash.update(body ?? '').digest();
};

const keptFrom = ({ status, headers, body }: Answer): KeptAnswer => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  ),
  body: body.toString(),
});

/** The kept answer, marked by a header, with the request_id of the present request. */
function replay({ status, headers, body }: KeptAnswer, requestId: string): Answer {
  const fields = JSON.parse(body) as Record<string, unknown>;
  return {
    status,
    headers: { ...headers, 'Idempotent-Replayed': 'true' },
    body: JSON.stringify({ ...fields, request_id: requestId }),
  };
}
