import { DomainError, invalidFields, type FieldError } from '@svc/contracts';
import type { ObjectSchema, ValidationErrorItem } from 'joi';
import { ITEMS_UNCHECKED } from './array';
import { knownFields } from './known-fields';
import type { ValidationContext } from './validation-context';

interface Source {
  /** Query text is converted to numbers and booleans; a JSON body says itself what a value is. */
  readonly convert: boolean;
  readonly context: ValidationContext;
}

/** The value as the schema reads it, without unknown fields; or a refusal that names every wrong field. */
export function validate<T>(
  schema: ObjectSchema<T>,
  value: unknown,
  { convert, context }: Source,
): T {
  const given = convert ? value : knownFields(schema, value);
  const result = schema.validate(given, {
    abortEarly: false,
    stripUnknown: { objects: true },
    convert,
    context,
    errors: { wrap: { label: false } },
  });
  if (result.error === undefined) return result.value;
  if (result.error instanceof DomainError) throw result.error;
  const { details } = result.error;
  const found = details.filter(({ type }) => type !== ITEMS_UNCHECKED);
  const whole = convert ? 'query' : 'body';
  throw invalidFields(fieldErrors(found, whole), found.length === details.length);
}

/** One error per field, as a sentence; the first rule a field breaks explains it best. `whole` is what has the fields. */
function fieldErrors(details: readonly ValidationErrorItem[], whole: string): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const { path, message } of details) {
    const field = path.join('.') || whole;
    if (!byField.has(field)) byField.set(field, { field, message: `${message}.` });
  }
  return [...byField.values()];
}
