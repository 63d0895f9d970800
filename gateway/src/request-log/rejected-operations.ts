import { ERROR_STATUS, isBulk, splitTarget } from '@svc/contracts';
import { toOperationQuery, parseOperations, type BulkOperation } from '@svc/http';
import type { GatewayResponse } from '../admission/response';
import type { Exchange } from '../admission/exchange';
import { findCollection } from '../admission/find-collection';
import { FIRST_ERROR_STATUS, type LoggedOutcome } from '../admission/log-response';
import type { LoggedOperation } from './request-log';

const COUNTS = /^\{"success":true,"message":"(\d{1,3}) of (\d{1,3}) operations succeeded\."/;
const BEGINNING_BYTES = 100;

interface OperationResponse {
  readonly status: number;
  readonly body: { readonly error?: string };
}

const MAX_TEXT = 255;

/** Returns rejected operations as single calls, and parses nothing if all succeeded. */
export function findRejectedOperations(
  { operation, request, body }: Exchange,
  response: GatewayResponse,
): (LoggedOperation & LoggedOutcome)[] {
  if (!operation || !isBulk(operation) || response.status !== 200 || !body) return [];
  const { body: text } = response;
  const beginning = typeof text === 'string' ? text : text.toString('latin1', 0, BEGINNING_BYTES);
  const [, done, all] = COUNTS.exec(beginning) ?? [];
  if (done !== undefined && done === all) return [];
  const { data } = JSON.parse(String(text)) as { readonly data?: readonly OperationResponse[] };
  if (data === undefined) return [];
  const collection = findCollection(splitTarget(request.url ?? '').path);
  const operations = parseOperations(body) as readonly BulkOperation[];
  return operations.flatMap(({ method, body: sent, ...place }, at) => {
    const { status = 0, body: responseBody } = data[at] ?? {};
    if (status < FIRST_ERROR_STATUS) return [];
    const address = toOperationQuery(collection, {
      method,
      ...place,
      sub: place.sub?.slice(0, MAX_TEXT),
    });
    const query = new URLSearchParams(address as Record<string, string>);
    return {
      place: at,
      method,
      url: query.size > 0 ? `${collection.path}?${query}` : collection.path,
      body: Buffer.from(JSON.stringify(sent)),
      status,
      error: Object.hasOwn(ERROR_STATUS, responseBody?.error ?? '')
        ? responseBody?.error
        : undefined,
      response: responseBody && JSON.stringify(responseBody),
    };
  });
}
