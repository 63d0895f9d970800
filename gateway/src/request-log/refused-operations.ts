import { BULK_LIMIT, ERROR_STATUS, isBulk, splitTarget } from '@svc/contracts';
import { addressOf, operationsIn, type OperationOfBulk } from '@svc/http';
import type { Answer } from '../admission/answer';
import type { Exchange } from '../admission/exchange';
import { findCollection } from '../admission/find-collection';
import type { Noted, Outcome } from './request-log';

const REFUSALS_BEGIN = 400;

/** How the answer to a bulk begins. */
const COUNTS = /^\{"success":true,"message":"(\d{1,3}) of (\d{1,3}) operations succeeded\."/;
const BEGINNING_BYTES = 100;

interface OperationAnswer {
  readonly status: number;
  readonly body: { readonly error?: string };
}

/**
 * The operations of an answered bulk that were refused or failed, each as the single call that it stands
 * for. Nothing is parsed where all succeeded; otherwise at most what the service has read and answered.
 */
export function refusedOperations(
  { operation, request, body }: Exchange,
  answer: Answer,
): (Noted & Outcome)[] {
  if (!operation || !isBulk(operation) || answer.status !== 200 || !body) return [];
  const { body: text } = answer;
  const beginning = typeof text === 'string' ? text : text.toString('latin1', 0, BEGINNING_BYTES);
  const [, done, all] = COUNTS.exec(beginning) ?? [];
  if (done !== undefined && done === all) return [];
  const { data } = JSON.parse(String(text)) as { readonly data?: readonly OperationAnswer[] };
  if (data === undefined) return [];
  const { operations } = JSON.parse(String(body)) as {
    readonly operations: readonly OperationOfBulk[];
  };
  const texts = operationsIn(body, BULK_LIMIT);
  const collection = findCollection(splitTarget(request.url ?? '').path);
  return operations.flatMap((one, place) => {
    const { status = 0, body: told } = data[place] ?? {};
    if (status < REFUSALS_BEGIN) return [];
    const query = new URLSearchParams(addressOf(collection, one) as Record<string, string>);
    const { start, end } = texts[place]?.body ?? { start: 0, end: 0 };
    return {
      place,
      method: one.method,
      url: query.size > 0 ? `${collection.path}?${query}` : collection.path,
      body: body.subarray(start, end),
      status,
      error: Object.hasOwn(ERROR_STATUS, told?.error ?? '') ? told?.error : undefined,
    };
  });
}
