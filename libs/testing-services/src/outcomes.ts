import { ERROR_STATUS, type ErrorCode, type FieldError } from '@svc/contracts';
import type { Answer } from '@svc/testing';

export interface AnswerBody {
  readonly success: boolean;
  readonly error?: string;
  readonly message?: string;
  readonly errors?: readonly FieldError[];
}

/** A request of a table of them, and what becomes of it. */
export interface Case {
  readonly what: string;
  readonly expected: string;
}

export const ACCEPTED = 'accepted';

/** The outcome of a refusal, with the fields that its `errors` name. */
export const refused = (error: ErrorCode, ...fields: readonly string[]): string =>
  [ERROR_STATUS[error], error, ...fields].join(' ');

export const invalid = (...fields: readonly string[]): string =>
  refused('validation_failed', ...fields);

/** What became of a request, in the words of `ACCEPTED` and `refused`. */
export function outcomeOf({ status, body }: Answer<AnswerBody>): string {
  if (status < 300) return body.success ? ACCEPTED : `${status} without success`;
  const { error, message = '', errors = [] } = body;
  const fields = errors.map(({ field }) => field);
  const isTold = error !== 'validation_failed' || namesAll(message, errors);
  return [status, error, ...fields, ...(isTold ? [] : [`says: ${message}`])].join(' ');
}

const MOST_ERRORS = 50;

/** "Names every offending field in one sentence each"; of more than 50, it says how many more. */
function namesAll(message: string, errors: readonly FieldError[]): boolean {
  const sentences = errors.map((each) => each.message).join(' ');
  if (errors.length < MOST_ERRORS) return message === sentences;
  return message.startsWith(sentences) && /( And (at least )?\d+ more\.)?$/.test(message);
}

/** Expects of each of these requests what it says; a failure shows all that turned out otherwise. */
export async function expectOutcomes<Each extends Case>(
  cases: readonly Each[],
  request: (each: Each) => Promise<Answer<AnswerBody>>,
): Promise<void> {
  const outcomes: (readonly [string, string])[] = [];
  for (const each of cases) outcomes.push([each.what, outcomeOf(await request(each))]);
  expect(outcomes).toEqual(cases.map(({ what, expected }) => [what, expected]));
}

/** A value as the report of a failure shows it. */
export function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? 'absent';
  return json.length > 40 ? `${json.slice(0, 40)}… of ${json.length}` : json;
}
