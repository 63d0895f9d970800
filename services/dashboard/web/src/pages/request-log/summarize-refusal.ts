import type { LoggedRequestResponse } from '../../../../contract/responses';

/** Such as "job_description is required. +1". */
export function summarizeRefusal({
  message,
  errors,
  omitted_errors: omitted,
}: Pick<LoggedRequestResponse, 'message' | 'errors' | 'omitted_errors'>): string {
  const [first] = errors;
  if (!first) return message ?? '';
  const more = errors.length + omitted - 1;
  return more > 0 ? `${first.message} +${more}` : first.message;
}
