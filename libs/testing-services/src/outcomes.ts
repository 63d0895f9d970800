import { ERROR_STATUS, type ErrorCode, type FieldError } from '@svc/contracts';
import type { ApiResponse } from '@svc/testing';

export interface AnswerBody {
  readonly success: boolean;
  readonly error?: string;
  readonly message?: string;
  readonly errors?: readonly FieldError[];
}

export interface Case {
  readonly what: string;
  readonly expected: string;
}

export const ACCEPTED = 'accepted';

export const refused = (error: ErrorCode, ...fields: readonly string[]): string =>
  [ERROR_STATUS[error], error, ...fields].join(' ');

export const invalid = (...fields: readonly string[]): string =>
  refused('validation_failed', ...fields);

export function describeOutcome({ status, body }: ApiResponse<AnswerBody>): string {
  if (status < 300) return body.success ? ACCEPTED : `${status} without success`;
  const { error, message = '', errors = [] } = body;
  const fields = errors.map(({ field }) => field);
  const isTold = error !== 'validation_failed' || namesAll(message, errors);
  return [status, error, ...fields, ...(isTold ? [] : [`says: ${message}`])].join(' ');
}

const MAX_ERRORS = 50;

/** A message holds the sentences of all errors; beyond 50 it says how many more there are. */
function namesAll(message: string, errors: readonly FieldError[]): boolean {
  const sentences = errors.map((each) => each.message).join(' ');
  if (errors.length < MAX_ERRORS) return message === sentences;
  return message.startsWith(sentences) && /( And (at least )?\d+ more\.)?$/.test(message);
}

/** Sends all requests before it compares, so that a failure lists every difference. */
export async function expectOutcomes<Each extends Case>(
  cases: readonly Each[],
  request: (each: Each) => Promise<ApiResponse<AnswerBody>>,
): Promise<void> {
  const outcomes: (readonly [string, string])[] = [];
  for (const each of cases) outcomes.push([each.what, describeOutcome(await request(each))]);
  expect(outcomes).toEqual(cases.map(({ what, expected }) => [what, expected]));
}

export function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? 'absent';
  return json.length > 40 ? `${json.slice(0, 40)}… of ${json.length}` : json;
}
