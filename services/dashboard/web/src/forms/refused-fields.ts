import type { FieldError, Refusal } from '../server/refusal';

/** What a form shows of a refusal: beside each field, and for all of it what belongs to none. */
export interface RefusedFields {
  readonly beside: Readonly<Record<string, string>>;
  readonly forAll: string | undefined;
}

/**
 * Puts each of the API's errors beside the field of the form that it names: `skills.1.skill_level` is one
 * of a row, `ip_allowlist.2` belongs to `ip_allowlist`. Whatever names no field is for the whole of the form.
 *
 * @param values what was entered, by the names of the API
 */
export function refusedFields(refusal: Refusal, values: object): RefusedFields {
  const beside: Record<string, string> = {};
  const forAll: string[] = [];
  for (const { field, message } of refusal.fields) {
    const home = fieldOf(values, field);
    if (home) beside[home] ??= message;
    else forAll.push(message);
  }
  if (refusal.fields.length === 0) forAll.push(refusal.message);
  return { beside, forAll: forAll.length > 0 ? forAll.join(' ') : undefined };
}

/** The longest beginning of a path that is a field; items of a list have none but those of their own. */
function fieldOf(values: object, path: FieldError['field']): string | undefined {
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
