import { BULK_LIMIT, ERROR_STATUS, isBulk, splitTarget } from '@svc/contracts';
import { addressOf, operationsIn, type OperationOfBulk, type OperationText } from '@svc/http';
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
 * for. Nothing is parsed where all succeeded; otherwise only what the service has answered, and what
 * says where an operation went: the body holds up to 1 MiB of which the service has read nothing.
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
  return operationsIn(body, BULK_LIMIT).flatMap((text, place) => {
    const { status = 0, body: told } = data[place] ?? {};
    if (status < REFUSALS_BEGIN) return [];
    const one = operationFrom(body, text);
    const query = new URLSearchParams(addressOf(collection, one) as Record<string, string>);
    const { start, end } = text.body ?? { start: 0, end: 0 };
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

function operationFrom(
  body: Buffer,
  { method, id, location_id, sub }: OperationText,
): OperationOfBulk {
  const valueAt = (place: OperationText['sub']): unknown =>
    place && JSON.parse(body.toString('utf8', place.start, place.end));
  const read = { method: valueAt(method), id: valueAt(id), location_id: valueAt(location_id) };
  const text = valueAt(sub) as string | undefined;
  return { ...(read as OperationOfBulk), sub: text?.slice(0, MOST_TEXT) };
}
