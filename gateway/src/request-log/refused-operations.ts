import { ERROR_STATUS, isBulk, splitTarget } from '@svc/contracts';
import { toOperationQuery, parseOperations, type BulkOperation } from '@svc/http';
import type { Answer } from '../admission/answer';
import type { Exchange } from '../admission/exchange';
import { findCollection } from '../admission/find-collection';
import type { Outcome } from '../admission/log-answer';
import type { Noted } from './request-log';

const REFUSALS_BEGIN = 400;

/** How the answer to a bulk begins. */
const COUNTS = /^\{"success":true,"message":"(\d{1,3}) of (\d{1,3}) operations succeeded\."/;
const BEGINNING_BYTES = 100;

interface OperationAnswer {
  readonly status: number;
  readonly body: { readonly error?: string };
}

/** No more of a text is shown in an address. */
const MOST_TEXT = 255;

/**
 * The operations of an answered bulk that were refused or failed, each as the single call that it stands
 * for. Nothing is parsed where all succeeded.
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
  const collection = findCollection(splitTarget(request.url ?? '').path);
  // The service answered each of them, and so has found all of them to be well formed.
  const operations = parseOperations(body) as readonly BulkOperation[];
  return operations.flatMap(({ method, body: sent, ...place }, at) => {
    const { status = 0, body: told } = data[at] ?? {};
    if (status < REFUSALS_BEGIN) return [];
    const address = toOperationQuery(collection, {
      method,
      ...place,
      sub: place.sub?.slice(0, MOST_TEXT),
    });
    const query = new URLSearchParams(address as Record<string, string>);
    return {
      place: at,
      method,
      url: query.size > 0 ? `${collection.path}?${query}` : collection.path,
      body: Buffer.from(JSON.stringify(sent)),
      status,
      error: Object.hasOwn(ERROR_STATUS, told?.error ?? '') ? told?.error : undefined,
    };
  });
}
