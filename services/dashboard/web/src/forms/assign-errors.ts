import type { FieldError, RequestError } from '../server/request-error';

export interface FormErrors {
  readonly beside: Readonly<Record<string, string>>;
  readonly forAll: string | undefined;
}

/**
 * Assigns errors to form fields: `skills.1.skill_level` to a row's field, `ip_allowlist.2` to
 * `ip_allowlist`, and the rest to the form.
 *
 * @param values the form's values by API field names
 */
export function assignErrors(error: RequestError, values: object): FormErrors {
  const beside: Record<string, string> = {};
  const forAll: string[] = [];
  for (const { field, message } of error.fields) {
    const home = findField(values, field);
    if (home) beside[home] ??= message;
    else forAll.push(message);
  }
  if (error.fields.length === 0) forAll.push(error.message);
  return { beside, forAll: forAll.length > 0 ? forAll.join(' ') : undefined };
}

/** Returns the longest prefix of a path that is a field. */
function findField(values: object, path: FieldError['field']): string | undefined {
  const names = path.split('.');
  let field: string | undefined;
  let within: unknown = values;
  for (const [at, name] of names.entries()) {
    if (typeof within !== 'object' || within === null || !Object.hasOwn(within, name)) break;
    if (!Array.isArray(within)) field = names.slice(0, at + 1).join('.');
    within = Reflect.get(within, name);
  }
  return field;
}
