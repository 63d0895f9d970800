import { DomainError, type ErrorCode } from '@svc/contracts';
import type { ErrorReport, ValidationErrorFunction } from 'joi';

/** No field means the body as a whole. */
export interface FieldCode {
  readonly code: ErrorCode;
  readonly field?: string;
  readonly message: string;
  applies(report: ErrorReport): boolean;
}

/** Rejects a body with the first code that applies; the rest is validation_failed. */
export const refuseWith =
  (codes: readonly FieldCode[]): ValidationErrorFunction =>
  (reports) => {
    const first = codes.find(({ field, applies }) =>
      reports.some((report) => report.path[0] === field && applies(report)),
    );
    return first ? new DomainError(first.code, first.message) : reports;
  };

/** Absent, null and blank count as missing. */
export const isMissing = ({ value }: ErrorReport): boolean =>
  value === undefined || value === null || value === '';

export const missing = (field: string): FieldCode => ({
  code: `missing_${field}` as ErrorCode,
  field,
  message: `${field} is required.`,
  applies: isMissing,
});
