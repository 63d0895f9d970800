import { createHash } from 'node:crypto';
import { DomainError, invalidField } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import type { GatewayResponse } from '../admission/response';
import type { Exchange } from '../admission/exchange';
import type { ApiKey } from '../keys/key';
import type { IdempotencyKey, StoredResponse, StoredResponses } from './stored-responses';

export interface Idempotency {
  readonly storedResponses: StoredResponses;
  /** Must be longer than any service takes: the key stays locked if the gateway dies. */
  readonly lockMs: number;
  readonly log: Logger;
}

const HEADER = 'Idempotency-Key';
const MAX_KEY_LENGTH = 255;

/** Only a POST has an Idempotency-Key; other methods ignore it. */
export function readIdempotencyKey({ request }: Exchange, key: ApiKey): IdempotencyKey | undefined {
  if (request.method !== 'POST') return undefined;
  const [text, ...more] = request.headersDistinct['idempotency-key'] ?? [];
  if (text === undefined) return undefined;
  if (more.length > 0 || text.length === 0 || text.length > MAX_KEY_LENGTH) {
    throw invalidField(HEADER, `${HEADER} must be given once and have 1 to 255 characters.`);
  }
  return { companyId: key.company.id, keyId: key.id, text };
}

export interface IdempotentRequest {
  readonly exchange: Exchange;
  readonly idempotencyKey: IdempotencyKey;
  readonly body: Buffer | undefined;
}

export async function respondOnce(
  { exchange, idempotencyKey, body }: IdempotentRequest,
  run: () => Promise<GatewayResponse>,
  { storedResponses, lockMs, log }: Idempotency,
): Promise<GatewayResponse> {
  const lock = await storedResponses.lock(idempotencyKey, hashContent(exchange, body), lockMs);
  switch (lock.state) {
    case 'stored':
      return replay(lock.response, exchange.id);
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
  const { token } = lock;
  let response: GatewayResponse | undefined;
  try {
    response = await run();
    return response;
  } finally {
    // Stored before the client gets the response, so that a repetition finds it.
    const recorded =
      response && response.status < 500 && !response.isIncomplete
        ? storedResponses.store(idempotencyKey, token, toStoredResponse(response))
        : storedResponses.unlock(idempotencyKey, token);
    await recorded.catch((error: unknown) =>
      log.error(
        { err: error, request_id: exchange.id },
        'could not store the response for its Idempotency-Key',
      ),
    );
  }
}

/** The service does requests with the same hash once, even if the response is lost. */
export function hashRequest({
  exchange,
  idempotencyKey: { keyId, text },
  body,
}: IdempotentRequest): string {
  const hash = createHash('sha256').update(`${keyId} ${text}\n`);
  return hash.update(hashContent(exchange, body)).digest('base64url');
}

const hashContent = ({ request }: Exchange, body: Buffer | undefined): Buffer => {
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`);
  return hash.update(body ?? '').digest();
};

const toStoredResponse = ({ status, headers, body }: GatewayResponse): StoredResponse => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  ),
  body: body.toString(),
});

function replay({ status, headers, body }: StoredResponse, requestId: string): GatewayResponse {
  const fields = JSON.parse(body) as Record<string, unknown>;
  return {
    status,
    headers: { ...headers, 'Idempotent-Replayed': 'true' },
    body: JSON.stringify({ ...fields, request_id: requestId }),
  };
}
