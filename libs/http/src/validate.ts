import { DomainError, MAX_ERRORS, invalidFields, type FieldError } from '@svc/contracts';
import type { ObjectSchema, ValidationErrorItem } from 'joi';
import { pickKnownFields } from './pick-known-fields';

export interface ValidationContext {
  readonly zone: string;
}

interface ValidationOptions {
  readonly convert: boolean;
  /** Treats optional nulls and blank texts as absent: no-code tools send all fields. */
  readonly shouldDropBlanks?: boolean;
  readonly context: ValidationContext;
}

/** @throws validation_failed with every wrong field */
export function validate<T>(
  schema: ObjectSchema<T>,
  value: unknown,
  { convert, context, shouldDropBlanks = false }: ValidationOptions,
): T {
  const given = convert ? value : pickKnownFields(schema, value, shouldDropBlanks);
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
  // Arrays report one error more than are named.
  const isAll = details.length <= MAX_ERRORS;
  throw invalidFields(toFieldErrors(details, convert ? 'query' : 'body'), isAll);
}

function toFieldErrors(details: readonly ValidationErrorItem[], rootName: string): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const { path, message } of details) {
    const field = path.join('.') || rootName;
    if (!byField.has(field)) byField.set(field, { field, message: `${message}.` });
  }
  return [...byField.values()];
}
