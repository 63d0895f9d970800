import type { FieldError, RequestError } from '../server/request-error';

export interface FormErrors {
  readonly fieldErrors: Readonly<Record<string, string>>;
  readonly formMessage: string | undefined;
}

/**
 * Assigns errors to form fields: `skills.1.skill_level` to a row's field, `ip_allowlist.2` to
 * `ip_allowlist`, and the rest to the form.
 *
 * @param values the form's values by API field names
 */
export function assignErrors(error: RequestError, values: object): FormErrors {
  const fieldErrors: Record<string, string> = {};
  const formMessages: string[] = [];
  for (const { field, message } of error.fields) {
    const name = findField(values, field);
    if (name) fieldErrors[name] ??= message;
    else formMessages.push(message);
  }
  if (error.fields.length === 0) formMessages.push(error.message);
  return { fieldErrors, formMessage: formMessages.length > 0 ? formMessages.join(' ') : undefined };
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
