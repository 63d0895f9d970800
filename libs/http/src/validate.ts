import { DomainError, ERRORS_LIMIT, invalidFields, type FieldError } from '@svc/contracts';
import type { ObjectSchema, ValidationErrorItem } from 'joi';
import { knownFields } from './known-fields';

/** What a schema may need to know of the caller. */
export interface ValidationContext {
  readonly zone: string;
}

interface Source {
  /** Query text is converted to numbers and booleans; a JSON body says itself what a value is. */
  readonly convert: boolean;
  /** In a body that creates, an optional field with a blank text is absent: no-code tools send all fields. */
  readonly isBlankNone?: boolean;
  readonly context: ValidationContext;
}

/** The value as the schema reads it, without unknown fields; or a refusal that names every wrong field. */
export function validate<T>(
  schema: ObjectSchema<T>,
  value: unknown,
  { convert, context, isBlankNone = false }: Source,
): T {
  const given = convert ? value : knownFields(schema, value, isBlankNone);
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
  // An array passes on one error more than are named.
  const isAll = details.length <= ERRORS_LIMIT;
  throw invalidFields(fieldErrors(details, convert ? 'query' : 'body'), isAll);
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
