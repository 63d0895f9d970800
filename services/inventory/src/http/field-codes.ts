import { DomainError, type ErrorCode } from '@svc/contracts';
import type { ErrorReport, ValidationErrorFunction } from 'joi';

/** A code of its own for what may be wrong with a field; no field means the body as a whole. */
export interface FieldCode {
  readonly code: ErrorCode;
  readonly field?: string;
  readonly message: string;
  applies(report: ErrorReport): boolean;
}

/**
 * Refuses a body with the first of these codes that applies, whatever else is wrong with it; what
 * has no code of its own is validation_failed.
 */
export const refuseWith =
  (codes: readonly FieldCode[]): ValidationErrorFunction =>
  (reports) => {
    const first = codes.find(({ field, applies }) =>
      reports.some((report) => report.path[0] === field && applies(report)),
    );
    return first ? new DomainError(first.code, first.message) : reports;
  };

/** Absent, null and blank are all the same. */
export const isMissing = ({ value }: ErrorReport): boolean =>
  value === undefined || value === null || value === '';

/** The code of a required field that is missing. */
export const missing = (field: string): FieldCode => ({
  code: `missing_${field}` as ErrorCode,
  field,
  message: `${field} is required.`,
  applies: isMissing,
});
