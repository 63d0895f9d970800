import type { FieldError, Refusal } from '../server/refusal';

/** What a form shows of a refusal: beside each field, and above them what belongs to none. */
export interface RefusedFields {
  readonly beside: Readonly<Record<string, string>>;
  readonly above: string | undefined;
}

/**
 * Puts each of the API's errors beside the field of the form that it names; `ip_allowlist.2` belongs to
 * `ip_allowlist`. Whatever names no field of the form is for the whole of it.
 */
export function refusedFields(refusal: Refusal, names: readonly string[]): RefusedFields {
  const homeOf = ({ field }: FieldError): string | undefined =>
    names.find((name) => field === name || field.startsWith(`${name}.`));
  const beside: Record<string, string> = {};
  const above: string[] = [];
  for (const error of refusal.fields) {
    const home = homeOf(error);
    if (home) beside[home] ??= error.message;
    else above.push(error.message);
  }
  if (refusal.fields.length === 0) above.push(refusal.message);
  return { beside, above: above.length > 0 ? above.join(' ') : undefined };
}
